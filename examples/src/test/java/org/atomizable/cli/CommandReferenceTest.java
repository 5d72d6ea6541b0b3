package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The reference page of the command line says what the program says. */
class CommandReferenceTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "commands.md");

    @Test
    void thePageIsTheOneThatTheProgramDescribes() throws IOException {
        String page = CommandReference.of(Main.commands());
        if ("update".equals(System.getProperty("reference"))) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.readString(PAGE))
                .as("docs/reference/commands.md is of another version of the program. Run ./mvnw test -pl examples -am"
                        + " -Dtest=CommandReferenceTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -Dreference=update and commit the file")
                .isEqualTo(page);
    }

    /** The library prints a warning for a percent sign that stands alone. */
    @Test
    void theDescriptionOfEachCommandIsAFormat() {
        assertThat(descriptions(Main.commands()))
                .isNotEmpty()
                .allSatisfy(it ->
                        assertThatCode(() -> String.format(Locale.ROOT, it)).doesNotThrowAnyException());
    }

    @Test
    void instrumentsStandInAGroupOfTheirOwnBelowWhatUsersNeed() {
        String help = Main.commands().getUsageMessage(CommandLine.Help.Ansi.OFF);
        String heading = "Instruments, which measure this project:";

        assertThat(help).containsOnlyOnce(heading);
        assertThat(help.substring(0, help.indexOf(heading)))
                .contains("  demo ", "  checkpoint ")
                .doesNotContain("  bench ");
        assertThat(help.substring(help.indexOf(heading))).contains("  bench ", "  simulate ", "Exit codes:");
    }

    private static Stream<String> descriptions(CommandLine of) {
        CommandSpec spec = of.getCommandSpec();
        Stream<String> own = Stream.of(
                        spec.usageMessage().description(),
                        spec.usageMessage().header(),
                        spec.usageMessage().footer())
                .flatMap(Stream::of);
        return Stream.concat(
                own, of.getSubcommands().values().stream().distinct().flatMap(CommandReferenceTest::descriptions));
    }
}
