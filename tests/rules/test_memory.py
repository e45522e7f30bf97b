"""A kept answer is given again for the very same value, and for no other."""

from rules.memory import with_last_answer


def test_the_same_value_is_asked_once_and_an_equal_one_anew():
    asked = []

    @with_last_answer
    def total(values):
        asked.append(values)
        return sum(values)

    first, equal, other = [1, 2], [1, 2], [3]
    assert [total(values) for values in (first, first, equal, other, first)] == [3, 3, 3, 3, 3]
    assert [id(values) for values in asked] == [id(first), id(equal), id(other), id(first)]
