package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.atomizable.api.wire.HeartbeatMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "UTF-16", "UTF-16LE", "UTF-16BE"})
    void unicodeIsRead(String charset) throws Exception {
        byte[] body = "{\"nextAtom\":1,\"memoryBytes\":2}".getBytes(Charset.forName(charset));
        assertThat(Json.read(body, HeartbeatMessage.class).nextAtom()).isEqualTo(1);
    }

    @Test
    void bytesThatAreNoTextAreRefusedAndNotReplaced() {
        for (String text : new String[] {"{\"caf\u00e9\":1}", "\u001f\u008b\b", "{\"\u00c0\u00af\":1}"}) {
            assertThatThrownBy(() -> Json.read(text.getBytes(StandardCharsets.ISO_8859_1), HeartbeatMessage.class))
                    .isInstanceOf(ProblemException.class)
                    .hasMessageContaining("not in UTF-8");
        }
    }
}
