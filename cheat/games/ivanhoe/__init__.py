"""Ivanhoe.

Players win tournaments to collect tokens of different colours. The player that starts a tournament chooses
its colour. In turn, players add cards of that colour and supporters to their displays. At the end of the
turn, a player needs the highest total to stay in. The last player left wins a token. Action cards change
colours, displays and hands. The single card IVANHOE can cancel any action card.
"""
