package org.atomizable.profiler.backtest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.atomizable.api.Bytes;
import org.atomizable.api.profile.Phase;
import org.atomizable.api.profile.Sample;
import org.atomizable.api.window.SliceKind;
import org.junit.jupiter.api.Test;

class PastSubjobTest {

    private static final List<Phase> RESTORED = List.of(Phase.RESTORE, Phase.WARM_UP, Phase.CHECKPOINT);
    private static final List<Phase> WENT_ON = List.of(Phase.CONTINUE, Phase.STEADY, Phase.CHECKPOINT);
    private static final List<Phase> COULD_NOT_GO_ON = List.of(Phase.CONTINUE, Phase.RESTORE, Phase.WARM_UP);

    @Test
    void aSubjobBeginsWithARestoreOrWithThatWhichSparesItOne() {
        List<Sample> samples = Stream.of(RESTORED, WENT_ON, COULD_NOT_GO_ON, RESTORED)
                .flatMap(List::stream)
                .map(phase -> new Sample(new SliceKind("1g.10gb"), phase, Duration.ofMillis(20), Bytes.mebi(2)))
                .toList();

        assertThat(PastSubjob.cut(samples))
                .extracting(it -> it.samples().stream().map(Sample::phase).toList())
                .containsExactly(RESTORED, WENT_ON, COULD_NOT_GO_ON, RESTORED);
    }
}
