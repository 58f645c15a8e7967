const AIChooseCardCode = (curAct) => {
  const mine = hands[curPlayer].cards;
  const count = (suit) => mine.filter((card) => card.suit === suit).length;
  return [...mine].sort((one, other) => count(one.suit) - count(other.suit))[0];
};
