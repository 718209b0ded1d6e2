# The statistics: what they say, how a plot opens, and whose figures they are.

given page 5 many games

each plot stands under the sentence that it proves
                                 = shows 23 games at this table; shows Nile 9.4; shows Sun 16 wins 9.4; shows 1st: 8 wins; shows 50 minutes

given page 3 statistics

one game is told in the singular
                                 = shows 1 game at this table; shows : 1 win

given page 3 no statistics

no games are said in a sentence
                                 = shows No finished games yet.

given page 3 many games

the dial goes through the players
    >                            = is Dispatch(messages.ShowStatistics("Anna")) in ordered
    <                            = is Dispatch(messages.ShowStatistics("Yuki")) in ordered
OK opens a plot, the dial goes through them, and back closes the plot first
    ok                           = is page.tab == 1
    >                            = is page.tab == 2
    <2                           = is page.tab == 5
    $Next()                      = is page.tab == 0
    $Next()                      = page Menu
another player's figures come on the same plot
    $do(Statistics.open,2) $IndexAnswered(Statistics("Anna",{"games":1})) = is page == Statistics("Anna", {"games": 1}, tab=2)
