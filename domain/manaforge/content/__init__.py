"""The components: the vocabulary of effects (`ops`) and the checked tables of all cards, dice and talents."""
