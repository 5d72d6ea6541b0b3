package org.atomizable.testkit.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of states and rules says what the code says. */
class ProtocolPageTest {

    private static final Path DOCS = Path.of("..", "..", "docs");

    private static List<String> found(String pattern, String page) {
        Matcher matcher =
                Pattern.compile(pattern, Pattern.MULTILINE | Pattern.DOTALL).matcher(page);
        List<String> all = new ArrayList<>();
        while (matcher.find()) {
            all.add(matcher.group(1));
        }
        return all;
    }

    @Test
    void thePageDrawsEveryMachineAndNoOther() throws IOException {
        String page = Files.readString(DOCS.resolve("protocol-states.md"));
        assertThat(found("^```mermaid\n(.*?)```$", page))
                .containsExactlyElementsOf(
                        ProtocolStates.all().stream().map(Machine::diagram).toList());
    }

    @Test
    void thePageListsEveryRuleAndNoOther() throws IOException {
        String page = Files.readString(DOCS.resolve("protocol-states.md"));
        assertThat(found("^(\\| `[^\n]*)$", page))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(ProtocolRule.values())
                        .map(rule -> "| `%s` | %s |".formatted(rule.word(), rule.statement()))
                        .toList());
    }

    @Test
    void whatALeaseTakesFromItsHolderTheGrantTakesToo() throws IOException {
        String lease = Files.readString(DOCS.resolve("lease-states.mmd"));
        List<String> arrows = found("^    (\\w+ --> \\w+: (?:accept|heartbeat|report))$", lease);
        assertThat(arrows).hasSizeGreaterThan(4);
        for (String arrow : arrows) {
            String[] parts = arrow.split(" --> |: ", -1);
            // Its holder is not told that it is awaited.
            ProtocolStates.Grant from = parts[0].equals("awaited")
                    ? ProtocolStates.Grant.ACCEPTED
                    : ProtocolStates.Grant.valueOf(parts[0].toUpperCase(Locale.ROOT));
            Message message = Message.valueOf(parts[2].toUpperCase(Locale.ROOT));
            assertThat(ProtocolStates.GRANT_OF_A_JOB.next(from, message))
                    .isEqualTo(Optional.of(ProtocolStates.Grant.valueOf(parts[1].toUpperCase(Locale.ROOT))));
        }
    }
}
