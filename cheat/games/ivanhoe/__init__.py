"""Ivanhoe.

Players win tournaments to collect tokens of different colours. Whoever starts a tournament chooses its
colour; in turn, players add cards of that colour and supporters to their displays, and only who has the
highest total at the end of the turn stays in. The last one left wins the token. Action cards change
colours, displays and hands; each of them may be cancelled by IVANHOE, of which there is one card.
"""
