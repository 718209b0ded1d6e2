"""The rules of Ra in our own words, one sentence each: cards and the overview are made of them."""

from enum import unique

from companion.words import Sentences


@unique
class Rule(Sentences):
    """A rule; the value is the English sentence, which is also what is translated."""

    AIM = "In three epochs you win tiles at auctions and score points for them."
    SUNS_BID = "You bid with suns: discs with numbers, each of which there is once."
    PLAYERS = "Two to five people play, clockwise."
    VARIANT_FOR_TWO = "This edition is for three to five players; two play a variant."
    KINGDOMS = "The epochs are the Old Kingdom, the Middle Kingdom and the New Kingdom."

    START_POINTS = "Everybody begins with 10 points in scoring tokens, face down."
    FIRST_CENTRE = "Sun 1 lies face up in the centre of the board."
    GROUPS = "Everybody gets a group of suns by chance and lays them face up."
    STARTER = "The player with the highest sun begins."
    IN_BAG = "All 180 tiles are in the bag."
    SPREAD = "All 180 tiles lie face down around the board, well mixed."

    ONE_ACTION = "Your turn is one thing: draw a tile, use gods, or call Ra."
    DRAWN_TO_LANE = "A drawn tile goes to the first free space of the auction track."
    RA_MOVES_BOAT = "A Ra tile moves the Sun Boat one step and starts an auction."
    RA_IS_LAID = "A Ra tile goes to the Ra track and starts an auction."
    FULL_TRACK = "With eight tiles on the auction track nobody can draw."
    NO_SUNS_LEFT = "Without a sun face up you do nothing more in this epoch."
    ALONE = "The last player with suns face up goes on alone."

    GOD_BUYS = "A god brings any tile from the auction track but another god."
    GODS_IN_A_ROW = "You may use several gods in one turn, one after the other."
    GOD_IS_SPENT = "A used god leaves the game; its 2 points are gone."
    GOD_AND_DISASTER = "A disaster that you take with a god strikes you at once."
    GOD_LEAVES_GAP = "The space stays empty until the next tile is drawn."
    NO_GOD_AT_AUCTION = "During an auction nobody uses gods."

    RA_PLAYER = "Whoever drew the Ra tile or called Ra bids last."
    ONE_BID = "Everybody bids one sun face up, or passes, only once."
    HIGHER = "Every bid must be higher than the one before."
    AFTER_RA_TILE = "After a Ra tile all may pass; then everything stays where it is."
    AFTER_CALL = "After calling Ra you must bid if nobody else does."
    AFTER_FULL_TRACK = (
        "After calling Ra with a full auction track all may pass; then its tiles leave the game."
    )

    WINNER_TAKES_TILES = "The highest sun wins all tiles of the auction track, disasters too."
    WINNER_TAKES_SUN = "The winner also takes the sun in the centre, face down for this epoch."
    SUN_TO_CENTRE = "The winning sun stays in the centre, face up."
    LOSERS_KEEP = "All others keep their suns face up."
    ONLY_SUN_TO_WIN = "If the auction track is empty, only the sun in the centre is won."
    AFTER_RA_PLAYER = "The next turn is to the left of whoever called or drew Ra."

    TWO_ARE_LOST = "Every disaster takes two tiles; if there are fewer, all of them."
    FUNERAL = "Funeral: two pharaohs."
    DROUGHT = "Drought: two floods, or Niles where floods are missing."
    UNREST = "Unrest: two civilisation tiles of your choice."
    EARTHQUAKE = "Earthquake: two monuments of your choice, old ones too."
    NEW_TILES_TOO = "Tiles that were won together with a disaster are not safe."
    LOST_LEAVE = "What is lost leaves the game, and so does the disaster."

    RA_ENDS_EPOCH = "The last Ra tile of the Ra track ends the epoch, without an auction."
    LANE_IS_LOST = "The tiles on the auction track are then lost."
    SUNS_END_EPOCH = "The epoch also ends when nobody has a sun face up."
    KEPT = "After the scoring you keep pharaohs, Niles and monuments."
    DISCARDED = "Gods, gold, floods and civilisation tiles leave the game."
    SUNS_TURNED = "All turn their suns face up, and the highest begins."

    GODS_AND_GOLD = "Gods bring 2 points each, gold brings 3."
    PHARAOHS = "Most pharaohs: 5 points; fewest: −2; if all are equal, nothing."  # noqa: RUF001 (a true minus)
    RIVER = "Floods and Niles bring 1 point each, but nothing without a flood."
    CIVILISATIONS = "Different civilisation tiles: none −5, three 5, four 10, five 15 points."  # noqa: RUF001 (a true minus)
    NEVER_BELOW_ZERO = "Nobody falls below 0 points."
    NO_PENALTY_AT_THE_END = "Two players agreed: at the end nobody loses points for being last."
    NO_PENALTY = "Two players agreed: nobody loses points for being last."

    DIFFERENT_MONUMENTS = "Different monuments: up to six 1 point each, seven 10, eight 15 points."
    EQUAL_MONUMENTS = "Equal monuments: three 5, four 10, five 15 points."
    MONUMENTS_COUNT_TWICE = "Every monument counts for both."
    SUM_OF_SUNS = "Highest sum of suns: 5 points; lowest: −5; if all are equal, nothing."  # noqa: RUF001 (a true minus)
    MOST_POINTS = "Whoever has the most points wins."
    TIE = "If points are equal, the highest single sun wins."
