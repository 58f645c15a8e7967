// Keeps what counts most, and closes as soon as what is kept is worth enough.
var wanted = { "Closes at 27": 27, "Closes at 28": 28 };

function AIChooseCardCode(curAct, customAI) {
  var cards = hands[curPlayer].cards.slice().sort(function (one, other) { return one.points - other.points; });
  var worth = cards.slice(1).reduce(function (sum, card) { return sum + card.points; }, 0);
  console.log(curAct.description, worth);
  if (worth >= wanted[customAI]) close = true;
  return cards[0];
}
