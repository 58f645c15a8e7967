"""The game of Ivanhoe: rules, options, texts and bots.

Players win tournaments to collect tokens of different colours. The player that starts a tournament chooses
its colour. In turn, players add value cards of that colour to their displays, the cards that lie before them.
Supporters (Squires and Maidens) fit every colour. At the end of a turn, a player needs the highest total of
all displays to stay in the tournament; otherwise, the player withdraws from it. The last player in the
tournament wins a token. A player that withdraws with a Maiden loses a token.

Action cards change colours, displays and hands. The player that plays an action card is called the actor. If
the card is played against one opponent, this opponent is called the target. The single card IVANHOE can
cancel any action card.
"""
