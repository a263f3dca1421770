"""The grammar's words: a file that lacks something is refused, and phrases match as words."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from waiter.leaks import leak_in, leaks_of
from waiter.wording import SENTENCES_FILE, load_wording


def changed(tmp_path: Path, old: str, new: str) -> Path:
    file = tmp_path / "violations.yaml"
    text = SENTENCES_FILE.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), "utf-8")
    return file


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  surrogate:", "  half:", "surrogate"),
        ("{{JSON}}", "{json}", "may use"),
        ("no_marker:", "no_mark:", "no_mark"),
    ],
)
def test_a_sentences_file_that_does_not_fit_the_grammar_is_refused(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        load_wording(sentences=changed(tmp_path, old, new))


def test_a_leaks_file_with_an_unknown_list_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "leaks.yaml"
    file.write_text("en:\n  forbidden: [system]\n", "utf-8")
    with pytest.raises(ValueError, match="forbidden"):
        load_wording(leaks=file)


def test_a_blank_phrase_is_refused() -> None:
    with pytest.raises(ValueError, match="blank"):
        leaks_of(["system", " "])


def test_no_words_mean_no_leak() -> None:
    assert leak_in("[waiting for the system]", leaks_of([])) is None


def test_latin_phrases_are_whole_words_and_chinese_ones_are_not() -> None:
    leaks = leaks_of(["api", "tool call", "系统"])
    assert leak_in("a rapid capital apiary", leaks) is None
    found = leak_in("A Tool\n call", leaks)
    assert found is not None
    assert (found.at, found.phrase) == (2, "Tool\n call")
    assert leak_in("本系统说", leaks) is not None


def test_what_is_ordinary_hides_only_itself() -> None:
    leaks = leaks_of(["系统"], ordinary=["空调系统"])
    found = leak_in("空调系统坏了，系统显示的", leaks)
    assert found is not None
    assert found.at == 7


def test_a_gesture_is_one_only_when_it_is_the_whole_aside() -> None:
    leaks = leaks_of([], directions=["等待回复"], gestures=["微笑"])
    assert leak_in("好的 [微笑]", leaks) is not None
    assert leak_in("好的（微笑薯饼）", leaks) is None
    assert leak_in("好的，微笑。等待回复。", leaks) is None
    assert leak_in("（正在等待回复…）", leaks) is not None


REFUSED = ("system prompt", "as an AI", "JSON", "Ki", "系统", "Łąka", "ŒUVRE", "ß")


@given(
    st.lists(
        st.sampled_from(REFUSED)
        | st.text(alphabet="systempro ai系统ŁąKkiſİıßœ\t\u212a", max_size=4)
    ).map(" ".join),
    st.sampled_from([str, str.upper, str.lower, str.title, str.swapcase]),
)
def test_what_is_looked_for_by_first_words_is_found_as_by_the_patterns(
    text: str, spelt: Callable[[str], str]
) -> None:
    leaks = leaks_of(REFUSED)
    found = leaks.refused.search(spelt(text))
    leak = leak_in(spelt(text), leaks)
    assert (leak and leak.phrase) == (found and found[0])
