function AIChooseCardCode(curAct, customAI) {
  const top = discardPiles[0].cards.last();
  const fits = hands[curPlayer].cards.filter(card => card.rank >= top.rank).sort((a, b) => a.rank - b.rank);
  return (customAI === "Bold" ? fits.last() : fits[0]) || null;
}
