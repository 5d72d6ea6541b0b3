package org.atomizable.api.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class LogEndProperties {

    @Provide
    Arbitrary<String> hostile() {
        Arbitrary<String> pieces = Arbitraries.of(
                "\u001b[",
                "\u001b]",
                "\u009b",
                "\u0007",
                "\r",
                "\n",
                "\r\n",
                "\u202e",
                "\ud83d",
                "\ude00",
                "\u2028",
                "0;1m",
                "word",
                "atomizable_0_",
                "bearer ",
                "://a:b@",
                "\ud83d\ude00",
                "x".repeat(3000));
        Arbitrary<String> any = Arbitraries.strings().all().ofMaxLength(20);
        return Arbitraries.oneOf(pieces, any).list().ofMaxSize(60).map(it -> String.join("", it));
    }

    @Property
    void whateverIsPrintedIsBoundedAndSafeToShow(@ForAll("hostile") String printed) {
        String kept = LogEnd.of(printed);

        assertThat(kept.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(LogEnd.LONGEST);
        assertThat(kept.lines().count()).isLessThanOrEqualTo(LogEnd.MOST_LINES);
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(kept)).isTrue();
        List<Integer> unseen = kept.codePoints()
                .filter(it -> it != '\n')
                .filter(it -> List.of(
                                (int) Character.CONTROL, (int) Character.FORMAT, (int) Character.LINE_SEPARATOR, (int)
                                        Character.PARAGRAPH_SEPARATOR)
                        .contains(Character.getType(it)))
                .boxed()
                .toList();
        assertThat(unseen).isEmpty();
        assertThat(LogEnd.of(kept)).as("cleaned again").isEqualTo(kept);
    }
}
