package org.atomizable.checkpoint.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.util.Optional;
import java.util.UUID;
import org.atomizable.testkit.spi.ObjectSpaceContract;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class S3ObjectSpaceTest extends ObjectSpaceContract {

    @AutoClose
    private static final S3Server SERVER = new S3Server();

    @Override
    protected ObjectSpace space() {
        return S3ObjectSpace.connect(
                S3Location.parse(SERVER.location(UUID.randomUUID().toString())));
    }

    @Override
    protected boolean put(ObjectSpace space, String text, String version) throws Exception {
        synchronized (SERVER) {
            return super.put(space, text, version);
        }
    }

    @Test
    void aBucketThatIsNotThereIsAnErrorThatNamesIt() {
        S3Location nowhere = S3Location.parse(SERVER.location("x").replace("//bucket", "//elsewhere"));

        assertThatThrownBy(() -> S3ObjectSpace.connect(nowhere).put("head", "x", Optional.empty()))
                .hasMessageContaining("s3://elsewhere/x");
    }

    @Test
    void aPlaceIsReadAsItIsWritten() {
        S3Location place = S3Location.parse("s3://b/some/prefix/?endpoint=http://127.0.0.1:9000&region=eu-1");

        assertThat(place)
                .isEqualTo(new S3Location(
                        "b", "some/prefix", Optional.of(URI.create("http://127.0.0.1:9000")), Optional.of("eu-1")));
        assertThat(place).hasToString("s3://b/some/prefix");
        assertThat(S3Location.parse("s3://b").key("k")).isEqualTo("k");
    }

    @ParameterizedTest
    @ValueSource(strings = {"s3:/b", "s3://", "http://b", "s3://b?x=1", "s3://b/ /"})
    void whatIsNoPlaceIsRefusedWithWhatIsExpected(String text) {
        assertThatThrownBy(() -> S3Location.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("s3://BUCKET/PREFIX");
    }
}
