from footprint_cli.model.js_copies import plain


def test_integer_like_keys_come_first_whatever_was_copied_before() -> None:
    assert plain({}) == {}
    many = {f"key {number}": number for number in range(40)}
    assert list(plain({**many, "7": 1, "01": 2, "3": 3}))[:2] == ["3", "7"]
    assert list(plain({"b": 1, "a": 2})) == ["b", "a"]
    assert list(plain({"b": 1, "2": 2})) == ["2", "b"]
    assert list(plain({"b": 1, "2": 2})) == ["2", "b"]
