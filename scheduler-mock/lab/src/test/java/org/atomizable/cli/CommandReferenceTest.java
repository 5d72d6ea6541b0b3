package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The reference page of the command line says what the program says. It stands here, where all commands are on the class path. */
class CommandReferenceTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "reference", "commands.md");

    @Test
    void thePageIsTheOneThatTheProgramDescribes() throws IOException {
        String page = CommandReference.of(Main.commands());
        if ("update".equals(System.getProperty("reference"))) {
            Files.writeString(PAGE, page);
        }

        assertThat(Files.readString(PAGE))
                .as("docs/reference/commands.md is of another version of the program. Run ./mvnw test -pl :lab -am"
                        + " -Dtest=CommandReferenceTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -Dreference=update and commit the file")
                .isEqualTo(page);
    }
}
