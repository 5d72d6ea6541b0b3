package org.atomizable.checkpoint.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class CrcProperties {

    @Property
    void theChecksumOfTwoStretchesIsThatOfTheWhole(
            @ForAll @Size(max = 300) byte[] bytes, @ForAll @IntRange(min = 0, max = 300) int cut) {
        int at = Math.min(cut, bytes.length);
        int first = Crc.valueOf(ByteBuffer.wrap(bytes, 0, at));
        int second = Crc.valueOf(ByteBuffer.wrap(bytes, at, bytes.length - at));

        assertThat(Crc.joined(first, second, bytes.length - at)).isEqualTo(Crc.valueOf(ByteBuffer.wrap(bytes)));
    }

    @Property
    void itsTextParsesBack(@ForAll int crc) {
        assertThat(Crc.parse(Crc.hex(crc))).isEqualTo(crc);
    }

    /** The check value of RFC 3720, appendix B.4, and of the catalogues of checksums. */
    @Example
    void itIsTheOneThatOthersCompute() {
        assertThat(Crc.of("123456789".getBytes(StandardCharsets.US_ASCII))).isEqualTo("e3069283");
        assertThat(Crc.of(new byte[32])).isEqualTo("8a9136aa");
    }
}
