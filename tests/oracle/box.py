"""What lies in the box, as the oracle knows it: tiles, suns and the length of the ra track."""

MONUMENTS = [
    "mon_fortress",
    "mon_obelisk",
    "mon_palace",
    "mon_pyramid",
    "mon_sphinx",
    "mon_statues",
    "mon_step_pyramid",
    "mon_temple",
]
"""The eight kinds of monument."""

CIVILISATIONS = ["civ_art", "civ_agriculture", "civ_religion", "civ_astronomy", "civ_writing"]
"""The five kinds of civilisation tile."""

DISASTERS = ["dis_funeral", "dis_drought", "dis_unrest", "dis_earthquake"]
"""The four kinds of disaster, in the order in which the oracle carries them out."""

COPIES = {
    "ra": 30,
    "god": 8,
    "pharaoh": 25,
    "nile": 25,
    "flood": 12,
    "gold": 5,
    **dict.fromkeys(CIVILISATIONS, 5),
    **dict.fromkeys(MONUMENTS, 5),
    "dis_funeral": 2,
    "dis_drought": 2,
    "dis_unrest": 4,
    "dis_earthquake": 2,
}
"""Copies of each of the 23 tile kinds, 180 in all (rules, section 1.0)."""

NOTHING = dict.fromkeys(COPIES, 0)
"""A place where no tile lies."""

GONE_AFTER_AN_EPOCH = ["god", "gold", "flood", *CIVILISATIONS]
"""What a player gives back when an epoch has been scored (R-EPE-3 b)."""

GROUPS = {
    3: [[13, 8, 5, 2], [12, 9, 6, 3], [11, 10, 7, 4]],
    4: [[13, 6, 2], [12, 7, 3], [11, 8, 4], [10, 9, 5]],
    5: [[16, 7, 2], [15, 8, 3], [14, 9, 4], [13, 10, 5], [12, 11, 6]],
}
"""The groups of suns by number of players, in table order (R-SET-5)."""

SPLITS = {
    "razzia": [[9, 6, 5, 2], [8, 7, 4, 3]],
    "baumer": [[2, 4, 6, 9], [3, 5, 7, 8]],
    "bgg": [[3, 4, 6, 9], [2, 5, 7, 8]],
}
"""The groups of suns for two players, by the option ``two_player_split``."""

HIGHEST_SUN = {2: 9, 3: 13, 4: 13, 5: 16}
"""The suns in play are 1 up to this one, by number of players."""

SUNS = {count: list(range(1, highest + 1)) for count, highest in HIGHEST_SUN.items()}
"""The suns in play, ascending."""

SUNS_EACH = {2: 4, 3: 4, 4: 3, 5: 3}
"""Suns each player owns, by number of players (R-INV-3)."""

RA_LIMIT = {2: 6, 3: 8, 4: 9, 5: 10}
"""Ra tiles that end an epoch, by number of players (R-SET-8)."""

SALES = {2: 8, 3: 12, 4: 12, 5: 15}
"""The most auctions that can be won in an epoch, by number of players (R-INV-8)."""

EDITIONS = ["alea1999", "rgg2009", "windrider2016", "c25"]
"""The editions a header may name."""

PENALTIES = ["off", "final_only", "every_epoch"]
"""The values of the option ``two_player_no_penalty`` (R-SCO-5)."""
