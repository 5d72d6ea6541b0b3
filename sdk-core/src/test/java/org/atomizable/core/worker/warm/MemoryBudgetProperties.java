package org.atomizable.core.worker.warm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.atomizable.api.Bytes;

class MemoryBudgetProperties {

    @Provide
    Arbitrary<List<IdleWorker>> workers() {
        Arbitrary<IdleWorker> worker = Combinators.combine(
                        Arbitraries.longs().between(0, 100),
                        Arbitraries.longs().between(0, 10),
                        Arbitraries.longs().between(0, 5))
                .as((memory, saves, at) ->
                        new IdleWorker("", Bytes.of(memory), Duration.ofNanos(saves), Instant.ofEpochSecond(at)));
        return worker.list().ofMaxSize(12).map(all -> {
            List<IdleWorker> named = new ArrayList<>();
            all.forEach(it -> named.add(new IdleWorker("w" + named.size(), it.memory(), it.saves(), it.lastUsed())));
            return named;
        });
    }

    private static List<IdleWorker> staying(List<IdleWorker> all, List<IdleWorker> victims) {
        return all.stream().filter(it -> !victims.contains(it)).toList();
    }

    @Property
    void whatStaysKeepsToTheBudget(@ForAll("workers") List<IdleWorker> idle, @ForAll @LongRange(max = 400) long most) {
        MemoryBudget budget = new MemoryBudget(Bytes.of(most));

        assertThat(MemoryBudget.used(staying(idle, budget.victims(idle))).exceeds(budget.most()))
                .isFalse();
    }

    @Property
    void nobodyIsClosedWithoutNeed(@ForAll("workers") List<IdleWorker> idle, @ForAll @LongRange(max = 400) long most) {
        MemoryBudget budget = new MemoryBudget(Bytes.of(most));
        List<IdleWorker> victims = budget.victims(idle);

        if (!victims.isEmpty()) {
            List<IdleWorker> oneFewer = staying(idle, victims.subList(0, victims.size() - 1));
            assertThat(MemoryBudget.used(oneFewer).exceeds(budget.most())).isTrue();
        }
    }

    @Property
    void whoeverStaysSavesNoLessPerByteThanWhoeverGoes(
            @ForAll("workers") List<IdleWorker> idle, @ForAll @LongRange(max = 400) long most) {
        List<IdleWorker> victims = new MemoryBudget(Bytes.of(most)).victims(idle);

        for (IdleWorker victim : victims) {
            for (IdleWorker other : staying(idle, victims)) {
                assertThat(other.worth()).isGreaterThanOrEqualTo(victim.worth());
                if (other.worth() == victim.worth()) {
                    assertThat(other.lastUsed()).isAfterOrEqualTo(victim.lastUsed());
                }
            }
        }
    }

    @Property
    void theOrderOfTheListDecidesNothing(
            @ForAll("workers") List<IdleWorker> idle, @ForAll @LongRange(max = 400) long most) {
        List<IdleWorker> turned = new ArrayList<>(idle);
        Collections.reverse(turned);

        assertThat(new MemoryBudget(Bytes.of(most)).victims(turned))
                .isEqualTo(new MemoryBudget(Bytes.of(most)).victims(idle));
    }
}
