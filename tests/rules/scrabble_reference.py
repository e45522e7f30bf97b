"""A second scoring of Scrabble moves, slow and plain, that shares nothing with `rules.scrabble`: a dict of squares.

It answers the points of a move, or None where it is not legal. Premium squares stand in a picture of the board.
"""

from __future__ import annotations

PICTURE = """
3w .  .  2l .  .  .  3w .  .  .  2l .  .  3w
.  2w .  .  .  3l .  .  .  3l .  .  .  2w .
.  .  2w .  .  .  2l .  2l .  .  .  2w .  .
2l .  .  2w .  .  .  2l .  .  .  2w .  .  2l
.  .  .  .  2w .  .  .  .  .  2w .  .  .  .
.  3l .  .  .  3l .  .  .  3l .  .  .  3l .
.  .  2l .  .  .  2l .  2l .  .  .  2l .  .
3w .  .  2l .  .  .  2w .  .  .  2l .  .  3w
.  .  2l .  .  .  2l .  2l .  .  .  2l .  .
.  3l .  .  .  3l .  .  .  3l .  .  .  3l .
.  .  .  .  2w .  .  .  .  .  2w .  .  .  .
2l .  .  2w .  .  .  2l .  .  .  2w .  .  2l
.  .  2w .  .  .  2l .  2l .  .  .  2w .  .
.  2w .  .  .  3l .  .  .  3l .  .  .  2w .
3w .  .  2l .  .  .  3w .  .  .  2l .  .  3w
"""
PREMIUM = {
    (row, column): sign
    for row, line in enumerate(PICTURE.split("\n")[1:-1])
    for column, sign in enumerate(line.split())
}


def word_through(tiles, row, column, down):
    """Every square of the word through a square that has a tile, in order."""
    dr, dc = (1, 0) if down else (0, 1)
    while (row - dr, column - dc) in tiles:
        row, column = row - dr, column - dc
    squares = []
    while (row, column) in tiles:
        squares.append((row, column))
        row, column = row + dr, column + dc
    return squares


def points(lies, row, column, down, word, value, count, blanks=0):
    """What the move scores on the board ``lies`` (tiles by square); None where the rules do not allow it."""
    new = {}
    for n, letter in enumerate(word):
        square = (row + n, column) if down else (row, column + n)
        if square not in PREMIUM:
            return None
        if square in lies:
            if lies[square].upper() != letter.upper():
                return None
        else:
            new[square] = letter
    if not 1 <= len(new) <= 7 or len(word) < 2:
        return None
    after = {**lies, **new}
    for letter in set(new.values()):
        have = count.get(letter) if letter.isupper() else blanks if letter.upper() in count else None
        like = [
            letter_there
            for letter_there in after.values()
            if letter_there == letter or (letter.islower() and letter_there.islower())
        ]
        if have is None or len(like) > have:
            return None
    own = word_through(after, row, column, down)
    if len(own) != len(word):
        return None
    words = [own]
    for square in new:
        across = word_through(after, *square, not down)
        if len(across) > 1:
            words.append(across)
    if lies:
        if len(words) == 1 and len(new) == len(own):
            return None
    elif (7, 7) not in new:
        return None
    total = 50 if len(new) == 7 else 0
    for squares in words:
        score, times = 0, 1
        for square in squares:
            worth = value.get(after[square], 0)
            sign = PREMIUM[square] if square in new else "."
            if sign.endswith("l"):
                worth *= int(sign[0])
            if sign.endswith("w"):
                times *= int(sign[0])
            score += worth
        total += score * times
    return total
