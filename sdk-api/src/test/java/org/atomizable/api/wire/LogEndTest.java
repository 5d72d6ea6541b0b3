package org.atomizable.api.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogEndTest {

    private static final String SECRET = "A".repeat(43);

    @ParameterizedTest
    @CsvSource({
        "'a\u001b[31;1mred\u001b[0m end', 'ared end'",
        "'\u001b]0;title\u0007shown', 'shown'",
        "'\u001b]8;;http://e.example\u001b\\link\u001b]8;;\u001b\\', 'link'",
        "'\u009b2Jcleared', 'cleared'",
        "'\u001b(Bplain\u001bc', 'plain'",
        "'never ends \u001b]0;title', 'never ends'",
        "'10 %\r50 %\r100 %\ndone\r\n', '100 %\ndone'",
        "'be\u0000ll\u0007', 'bell'",
        "'tab\tbed', 'tab    bed'",
        "'\u202eright to left\u2066', 'right to left'",
        "'zero\u200bwidth', 'zerowidth'",
        "'\u05e9\u05dc\u05d5\u05dd', '\u05e9\u05dc\u05d5\u05dd'",
        "'<b>&amp;</b>', '<b>&amp;</b>'",
        "'   ', ''",
    })
    void aTextIsShownAsATerminalWouldLeaveIt(String printed, String shown) {
        assertThat(LogEnd.of(printed)).isEqualTo(shown);
    }

    @Test
    void halvesOfCharactersAreReplaced() {
        assertThat(LogEnd.of("a\ud83d b\ude00 c\ud83d\ude00")).isEqualTo("a\ufffd b\ufffd c\ud83d\ude00");
    }

    @ParameterizedTest
    @CsvSource({
        "'token atomizable_0123456789ab_%1$s!', 'token \u2026!'",
        "'atom\u001b[1mizable_0123456789ab_%1$s', '\u2026'",
        "'atom\u200bizable_0123456789ab_%1$s', '\u2026'",
        "'Authorization: Bearer %1$s x', 'Authorization: Bearer \u2026 x'",
        "'bearer\t%1$s', 'bearer    \u2026'",
        "'https://me:%1$s@host/path', 'https://\u2026@host/path'",
    })
    void secretsOfKnownShapesAreLeftOut(String printed, String shown) {
        assertThat(LogEnd.of(printed.formatted(SECRET))).isEqualTo(shown);
    }

    @Test
    void whatIsCutDoesNotBeginInsideASecret() {
        String before = "x".repeat(16 * LogEnd.LONGEST);
        for (int cut = 0; cut < 80; cut++) {
            String printed = before + "atomizable_0123456789ab_" + SECRET + " " + "y".repeat(16 * LogEnd.LONGEST - cut);
            assertThat(LogEnd.of(printed)).doesNotContain("A").endsWith("y");
        }
    }

    @Test
    void theLastWholeLinesAreKept() {
        String lines = "line 0123456789\n".repeat(1000);
        assertThat(LogEnd.of(lines).lines()).hasSize(LogEnd.MOST_LINES).containsOnly("line 0123456789");
        assertThat(LogEnd.of("a".repeat(100) + "\n" + "b".repeat(LogEnd.LONGEST)))
                .isEqualTo("b".repeat(LogEnd.LONGEST));
        assertThat(LogEnd.of("\u20ac".repeat(LogEnd.LONGEST))).hasSize(LogEnd.LONGEST / 3);
    }
}
