"""Every published case, and where it is tested or why it is not."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from .book import BOOK, ROOT, book

TESTS = ROOT / "tests"
HERE = Path("cases")

# Why a case is not tested. A game that is not among the rule sheets comes with its rule file.

LATER: dict[str, str] = {}

# Tests are `FILE::FUNCTION`; files without a folder lie here, others are named from tests/.
TESTED: dict[str, list[str]] = {
    "trick-taking-01": ["test_tricks.py::test_hearts_are_broken_as_soon_as_one_is_played"],
    "trick-taking-03": ["test_tricks.py::test_a_card_of_another_plain_suit_takes_no_trick"],
    "meld-solver-01": [
        "test_melds.py::test_a_complete_hand_is_found_complete",
        "test_melds.py::test_no_other_partition_is_as_good",
        "interpreter/test_melds.py::test_a_complete_hand_is_found_complete",
    ],
    "meld-solver-03": ["test_melds.py::test_a_complete_hand_is_found_complete"],
    "meld-solver-05": [
        "test_melds.py::test_the_ace_is_low_or_round_the_corner_and_never_a_king",
        "interpreter/test_melds.py::test_the_ace_is_low_or_at_both_ends_but_never_round_the_corner",
    ],
    "layoff-02": [
        "test_melds.py::test_the_better_of_two_places_is_found",
        "test_melds.py::test_both_places_of_a_card_are_offered",
    ],
    "layoff-04": ["test_melds.py::test_melds_and_lay_offs_are_chosen_together"],
    "layoff-06": ["test_melds.py::test_nothing_is_laid_off_on_gin_unless_a_house_rule_says_so"],
    "layoff-08": ["test_melds.py::test_only_the_defender_lays_off"],
    "knock-legality-02": ["test_gin.py::test_the_limit_of_a_knock_can_be_raised"],
    "knock-legality-04": ["test_gin.py::test_the_first_upcard_sets_the_limit"],
    "counting-games-02": ["test_counting.py::test_a_thirty_one_and_a_run_both_score"],
    "counting-games-04": [
        "test_counting.py::test_two_cards_are_no_run_and_double_runs_count_each_way"
    ],
    "counting-games-06": ["test_counting.py::test_cards_that_are_left_over_are_no_sweep"],
    "gin-hand-scoring-01": ["test_gin.py::test_equal_deadwood_is_an_undercut"],
    "gin-hand-scoring-03": ["test_gin.py::test_eleven_melded_cards_are_big_gin"],
    "gin-hand-scoring-05": ["test_gin.py::test_an_undercut_scores_its_bonus_and_the_difference"],
    "gin-match-scoring-02": ["test_gin.py::test_every_bonus_that_is_told_is_scored"],
    "gin-match-scoring-04": ["test_gin.py::test_exactly_the_target_ends_the_game"],
    "gin-match-scoring-06": ["test_gin.py::test_nothing_of_a_drawn_deal_stays"],
    "stock-exhaustion-02": [
        "test_gin.py::test_the_last_discard_ends_the_deal_or_is_taken_to_knock_with"
    ],
    "stock-exhaustion-04": ["test_in_between.py::test_the_posts_are_the_last_cards"],
    "turn-restriction-01": ["test_gin.py::test_the_card_just_taken_stays_in_hand"],
    "turn-restriction-03": ["test_gin.py::test_a_refused_upcard_is_not_offered_again"],
    "turn-restriction-05": ["test_gin.py::test_one_draw_a_turn"],
    "between-comparison-02": ["test_in_between.py::test_a_new_post_is_put_in_order_too"],
    "between-comparison-04": ["test_in_between.py::test_the_spread_counts_the_ranks_that_win"],
    "between-special-02": [
        "test_in_between.py::test_neighbours",
        "test_in_between.py::test_what_lies_beside_an_ace",
    ],
    "between-special-04": ["test_in_between.py::test_a_post_costs_twice_the_bet"],
    "between-special-06": ["test_in_between.py::test_a_bet_of_nothing"],
    "pot-accounting-01": ["test_pots.py::test_nothing_is_taken_after_the_end"],
    "pot-accounting-03": ["test_in_between.py::test_a_bet_is_settled_once"],
    "pot-accounting-05": ["test_pots.py::test_the_odd_chip_goes_to_the_first"],
    "pot-accounting-07": ["test_in_between.py::test_half_a_pot_is_whole_chips"],
    "bet-validation-02": ["test_in_between.py::test_no_stake_below_the_least"],
    "bet-validation-04": [
        "test_in_between.py::test_only_plain_digits_are_a_number",
        "test_in_between.py::test_the_prompt_asks_again_with_the_range",
    ],
    "bet-validation-06": ["test_in_between.py::test_nobody_bets_more_than_the_pot"],
    "insolvent-player-02": ["test_pots.py::test_who_cannot_pay_the_ante_is_not_dealt_in"],
    "insolvent-player-04": ["test_bluff.py::test_whether_one_chip_is_enough_in_the_last_round"],
    "deck-integrity-01": ["test_in_between.py::test_every_rank_lies_in_every_place"],
    "deck-integrity-03": ["test_gin.py::test_a_draw_takes_one_card_from_one_place"],
    "deck-integrity-05": ["test_chance.py::test_two_packs_stay_two_packs"],
    "shuffle-bias-01": [
        "test_chance.py::test_every_order_is_as_likely",
        "test_chance.py::test_the_shuffle_that_is_not_even_would_be_noticed",
    ],
    "shuffle-bias-03": ["test_chance.py::test_the_first_card_is_neither_high_nor_low"],
    "shedding-solitaire-02": ["test_shedding.py::test_one_ace_does_not_answer_two"],
    "shedding-solitaire-04": ["test_shedding.py::test_a_column_that_goes_to_and_fro_earns_nothing"],
    "seat-rotation-02": ["test_gin.py::test_who_deals_next"],
    "seat-rotation-04": ["test_pots.py::test_who_has_folded_is_not_asked_again"],
    "non-termination-01": ["test_gin.py::test_a_dead_stock_ends_the_deal_and_a_limit_any_game"],
    "non-termination-03": ["test_options.py::test_every_bid_is_higher_than_the_last"],
    "non-termination-05": ["test_in_between.py::test_passing_for_ever"],
    "tie-resolution-02": ["test_bluff.py::test_equal_chips_share_the_win"],
    "tie-resolution-04": [
        "test_pots.py::test_each_part_of_a_pot_goes_to_the_best_of_those_who_paid_it"
    ],
    "bluff-showdown-02": [
        "test_bluff.py::test_a_lone_fighter_shows_nothing",
        "test_bluff.py::test_a_lone_fighters_card_stays_unknown_in_the_rounds_after",
    ],
    "bluff-showdown-04": ["test_bluff.py::test_one_of_two_cards_is_kept_or_the_middle_is_new"],
    "bluff-showdown-06": ["test_bluff.py::test_a_save_belongs_to_its_edition"],
    "seed-reproducibility-02": ["test_chance.py::test_a_seed_gives_the_same_game_in_every_process"],
    "seed-reproducibility-04": ["test_chance.py::test_nought_is_a_seed_like_any_other"],
    "seed-reproducibility-06": ["test_chance.py::test_without_a_seed_every_game_is_another"],
    "hidden-info-leak-01": [
        "test_hidden.py::test_only_the_knocker_lies_open_while_cards_are_laid_off"
    ],
    "hidden-info-leak-03": [
        "test_hidden.py::test_a_view_holds_no_seed",
        "test_hidden.py::test_the_seed_is_told_when_the_game_is_over_or_left",
    ],
    "hidden-info-leak-05": ["test_hidden.py::test_a_drawn_card_is_told_to_who_drew_it"],
    "hidden-info-leak-07": ["test_hidden.py::test_what_is_tried_in_vain_leaves_no_trace"],
    "variant-mismatch-02": ["test_options.py::test_the_sheet_and_the_game_agree_on_what_is_normal"],
    "variant-mismatch-04": ["test_gin.py::test_the_rules_text_and_the_game_agree_who_deals"],
    "option-interplay-02": [
        "test_options.py::test_every_option_has_an_effect",
        "test_options.py::test_a_restriction_that_is_chosen_is_enforced",
    ],
    "option-interplay-04": ["test_bluff.py::test_more_hands_than_the_deck_has_cards"],
    "overlay-merge-01": [
        "interpreter/test_overlay.py::test_overlay_merge_01_an_empty_key_wipes_nothing"
    ],
    "overlay-merge-03": [
        "interpreter/test_overlay.py::test_overlay_merge_03_named_rows_are_never_merged_by_position",
        "interpreter/test_overlay.py::test_overlay_merge_03_a_list_is_changed_as_a_whole",
    ],
    "overlay-merge-05": [
        "test_files.py::test_merge_keys_are_refused",
        "interpreter/test_overlay.py::test_overlay_merge_05_merge_keys_are_refused",
        "grammar/test_yaml_cases.py::test_merge_keys_have_no_winner",
    ],
    "state-rollback-01": ["test_gin.py::test_a_refused_knock_changes_nothing"],
    "state-rollback-03": ["test_chance.py::test_what_was_undone_comes_again"],
    "client-action-01": ["test_commands.py::test_a_move_that_is_sent_twice_is_made_once"],
    "client-action-03": ["test_commands.py::test_a_letter_is_the_same_rank_however_it_is_written"],
    "client-action-05": ["test_commands.py::test_any_terminal_can_show_the_cards"],
    "client-action-07": ["test_hidden.py::test_a_state_that_is_read_again_is_seen_as_before"],
    "client-action-09": [
        "test_commands.py::test_after_a_knock_without_a_card_big_gin_can_still_be_said"
    ],
    "yaml-typing-02": [
        "test_files.py::test_a_key_keeps_its_text",
        "grammar/test_yaml_cases.py::test_the_key_on_stays_a_text",
    ],
    "yaml-typing-04": [
        "test_files.py::test_a_number_keeps_its_text",
        "grammar/test_yaml_cases.py::test_a_version_keeps_its_last_zero",
    ],
    "yaml-typing-06": [
        "test_files.py::test_names_keep_their_text",
        "grammar/test_yaml_cases.py::test_names_like_no_and_null_stay_texts",
    ],
    "yaml-structure-01": [
        "test_files.py::test_an_exclamation_mark",
        "grammar/test_yaml_cases.py::test_an_exclamation_mark_is_not_not",
    ],
    "yaml-structure-03": [
        "test_files.py::test_a_colon_ends_a_text",
        "grammar/test_yaml_cases.py::test_a_colon_inside_a_text",
    ],
    "yaml-structure-05": [
        "test_files.py::test_a_key_given_twice",
        "grammar/test_yaml_cases.py::test_a_key_given_twice",
    ],
    "yaml-structure-07": [
        "test_files.py::test_aliases_never_expand",
        "grammar/test_yaml_cases.py::test_aliases_of_aliases",
    ],
    "yaml-structure-09": [
        "test_files.py::test_quotes_end_a_text",
        "grammar/test_yaml_cases.py::test_a_quoted_word_at_the_beginning",
    ],
    "schema-diagnostics-02": [
        "test_files.py::test_an_error_in_a_house_rule_is_told_there",
        "test_files.py::test_two_good_files_that_make_a_bad_one",
        "interpreter/test_overlay.py::test_both_places_are_named_where_two_good_files_give_a_bad_one",
    ],
    "schema-diagnostics-04": ["test_files.py::test_the_deepest_error_is_told_alone"],
    "schema-diagnostics-06": ["test_files.py::test_every_gap_is_told_where_it_is"],
    "expr-semantics-02": [
        "test_files.py::test_keywords_end_where_words_end",
        "grammar/test_syntax_errors.py::test_no_keyword_is_cut_out_of_a_longer_word",
        "grammar/test_parser.py::test_a_keyword_is_not_cut_out_of_a_longer_name",
    ],
    "expr-semantics-04": ["test_files.py::test_a_guard_guards"],
    "expr-semantics-06": ["test_files.py::test_a_misspelt_property_is_unknown"],
    "expr-diagnostics-02": ["test_files.py::test_the_end_of_a_text_has_a_place"],
    "expr-diagnostics-04": [
        "test_files.py::test_no_text_blocks_the_program",
        "test_files.py::test_no_number_blocks_the_game",
    ],
    "poker-like-01": ["test_pots.py::test_an_ace_is_low_only_at_the_bottom_of_a_straight"],
    "poker-like-03": [
        "test_pots.py::test_what_nobody_matched_goes_back",
        "test_pots.py::test_what_nobody_matched_goes_back_in_holdem",
    ],
    "poker-like-05": ["test_pots.py::test_a_short_all_in_does_not_open_the_betting_again"],
}


@cache
def functions(file: Path) -> dict[str, str]:
    """The functions of a file of tests with their text, helpers too; empty if it is not there."""
    path = TESTS / file
    if not path.exists():
        return {}
    text = path.read_text(encoding="utf-8")
    return {
        node.name: "\n".join(
            ast.unparse(part) for part in (*node.decorator_list, *node.body)
        )
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
    }  # fmt: skip


def located(test: str) -> tuple[Path, str]:
    file, function = test.split("::")
    return (HERE if "/" not in file else Path()) / file, function


def test_every_case_is_in_the_table() -> None:
    assert {*TESTED, *LATER} == set(book())


def test_no_case_is_both_tested_and_left() -> None:
    assert not set(TESTED) & set(LATER)
    assert all(TESTED.values()) and all(LATER.values())


@pytest.mark.parametrize("case_id", TESTED)
def test_every_test_of_the_table_is_there(case_id: str) -> None:
    for test in TESTED[case_id]:
        file, function = located(test)
        assert function.startswith("test_") and function in functions(file), test


@pytest.mark.parametrize("case_id", TESTED)
def test_what_is_tested_here_reads_its_case(case_id: str) -> None:
    ours = [located(test) for test in TESTED[case_id] if "/" not in test]
    for file, function in ours:
        assert f"'{case_id}'" in functions(file)[function], f"{file}::{function}"


def test_every_case_that_is_read_is_in_the_table() -> None:
    listed = {located(test) for tests in TESTED.values() for test in tests}
    for path in sorted((TESTS / HERE).glob("test_*.py")):
        if path == Path(__file__):
            continue
        file = HERE / path.name
        for function, text in functions(file).items():
            if function.startswith("test_") and "the_case(" in text:
                assert (file, function) in listed, f"{file}::{function} is not in the table"


def test_without_the_cases_tests_are_skipped_and_under_ci_they_fail(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(f"{book.__module__}.BOOK", tmp_path / BOOK.name)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="do not lie beside the repository"):
        book.__wrapped__()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="do not lie beside the repository"):
        book.__wrapped__()
