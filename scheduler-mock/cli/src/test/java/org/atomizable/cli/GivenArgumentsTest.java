package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GivenArgumentsTest {

    private static final String[] IN_C = {"run", "-p", "word=gr\ufffd\ufffd\ufffd\ufffde"};

    @Test
    void whatTheShellsLanguageHasStaysAsItIs() {
        String[] given = {"run", "-p", "word=größe"};
        assertThat(GivenArguments.of(given)).isSameAs(given);
    }

    @Test
    void charactersThatAJvmHasLostAreReadFromTheCommandLineOfTheProcess() {
        byte[] line = "java\0-cp\0größer\0Main\0run\0-p\0word=größe\0".getBytes(StandardCharsets.UTF_8);
        assertThat(GivenArguments.read(IN_C, line)).containsExactly("run", "-p", "word=größe");
    }

    @Test
    void whatIsLostForGoodIsRefusedByName() {
        byte[] latin = "java\0Main\0run\0-p\0word=größe\0".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> GivenArguments.read(IN_C, latin))
                .hasMessageContainingAll("the argument word=gr", "LC_ALL=C.UTF-8");
        assertThatThrownBy(() -> GivenArguments.read(IN_C, new byte[0])).hasMessageContaining("LC_ALL=C.UTF-8");
        assertThatThrownBy(() -> GivenArguments.of(IN_C)).hasMessageContaining("LC_ALL=C.UTF-8");
    }
}
