"""Ivanhoe.

Players win tournaments to collect tokens of different colours. The player that starts a tournament chooses
its colour. In turn, players add cards of that colour and supporters to their displays. A player stays in only
with the highest total at the end of the turn. The last player left wins the token. Action cards change
colours, displays and hands. The single card IVANHOE may cancel any of them.
"""
