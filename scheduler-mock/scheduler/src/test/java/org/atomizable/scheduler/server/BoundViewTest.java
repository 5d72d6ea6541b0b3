package org.atomizable.scheduler.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.atomizable.profiler.fit.Conformal;
import org.atomizable.profiler.profile.Assurance;
import org.atomizable.profiler.profile.Grounds;
import org.atomizable.profiler.profile.KeptPromises;
import org.atomizable.profiler.profile.KeptPromises.Count;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundViewTest {

    private static String word(Assurance assurance) {
        return assurance.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                Assurance.ORDER_STATISTIC,
                Assurance.WHOLE_SUBJOBS,
                "generalized Pareto",
                "generalized Pareto, pooled",
                "declared",
                "analytic",
                "widened maximum",
                "order statistic, from steady",
                "unknown"
            })
    void aMethodAssuresWhatTheProfilerSays(String method) {
        assertThat(BoundView.of(method).assurance()).isEqualTo(word(Assurance.of(method)));
    }

    @Test
    void everyAssuranceOfTheProfilerHasAWord() {
        Stream<String> words = Arrays.stream(Assurance.values()).map(BoundViewTest::word);
        assertThat(BoundView.words()).containsExactlyElementsOf(words.toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"widened maximum, pooled", "declared", "generalized Pareto"})
    void whatTheAgentSaysOfThePromiseIsToldApartFromTheMethod(String method) {
        Count count = new Count(1, 12);
        KeptPromises kept = new KeptPromises(Conformal.FIRST, Conformal.FIRST, count, count);
        Grounds grounds = new Grounds(method, method, 12, 12, 299, 59, kept);

        BoundView view = BoundView.of(grounds.memoryMethodAndPromise());

        assertThat(view.method()).isEqualTo(method);
        assertThat(view.assurance()).isEqualTo(word(Assurance.of(method)));
        assertThat(view.promise()).isEqualTo("not promised before subjob 300; so far 1 of 12 exceeded");
        assertThat(BoundView.of(method).promise()).isEmpty();
    }
}
