package org.atomizable.scheduler.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.atomizable.api.Bytes;
import org.atomizable.api.window.FencingToken;
import org.atomizable.api.window.Grant;
import org.atomizable.api.window.Slice;
import org.atomizable.api.window.SliceKind;
import org.atomizable.api.window.Window;
import org.atomizable.scheduler.cluster.Interval;

/** Leases under any story of their holders, beside a plain list of who holds what since when. */
class LeasesProperties {

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final LeaseRules RULES = new LeaseRules(Duration.ofSeconds(5), Duration.ofMillis(100));
    private static final Bytes CAPACITY = Bytes.gibi(9);
    private static final Acceptance SUBJOB = new Acceptance(0, 1, CAPACITY, Duration.ofMillis(1));
    private static final SubjobEnd YIELDED =
            new SubjobEnd(SubjobEnd.Kind.YIELDED, "time", 1, Duration.ofMillis(1), Duration.ofMillis(2), Bytes.gibi(1));

    private enum Act {
        ISSUE,
        ACCEPT,
        HEARTBEAT,
        OUTGROW,
        REPORT,
        WITHDRAW,
        RESTART,
        FORGET
    }

    /** What happens, to which one of them, and how long after the last. */
    private record Step(Act act, int which, int seconds) {}

    private record Held(Grant grant, String job, Instant heard) {

        Held heard(Instant now) {
            return new Held(grant, job, now.isAfter(heard) ? now : heard);
        }

        Instant runsOut() {
            Instant silent = heard.plusSeconds(5);
            return silent.isBefore(grant.ends()) ? silent : grant.ends();
        }
    }

    /** A lease whose report is awaited since then; what was missed is nobody's silence. */
    private record Late(Held held, Instant since, boolean missed) {

        Instant givenUp() {
            return since.plusSeconds(5);
        }
    }

    /** What a journal would bring back. */
    private static final class Kept implements LeaseKeeping {
        private final Map<String, Lease> leases = new LinkedHashMap<>();
        private final Map<String, Long> tokens = new HashMap<>();

        @Override
        public void changed(Lease lease) {
            leases.put(lease.grant().id(), lease);
        }

        @Override
        public void newest(String lineage, FencingToken token) {
            tokens.put(lineage, token.value());
        }

        @Override
        public void tokenForgotten(String lineage) {
            tokens.remove(lineage);
        }
    }

    private static final class Story {
        private final Kept kept = new Kept();
        private final Map<String, Held> living = new LinkedHashMap<>();
        private final Map<String, Late> awaited = new LinkedHashMap<>();
        private final Map<String, LeaseState> over = new HashMap<>();
        private final Map<String, Long> tokens = new HashMap<>();
        private Leases leases = new Leases(RULES, kept, new FencingToken(7));
        private Instant now = START;
        private int issued;

        void play(Step step) throws Exception {
            now = now.plusSeconds(step.seconds());
            timePasses();
            String job = "job" + step.which() % 3;
            String grant = "grant" + (issued == 0 ? 0 : step.which() % issued);
            switch (step.act()) {
                case ISSUE -> issue(step.which(), job);
                case WITHDRAW -> withdraw(job);
                case RESTART -> restart();
                case FORGET -> leases.forget("name of " + job);
                case ACCEPT, HEARTBEAT, OUTGROW, REPORT -> {
                    if (living.containsKey(grant) || (step.act() == Act.REPORT && awaited.containsKey(grant))) {
                        hear(step.act(), grant);
                    } else {
                        refuse(grant);
                    }
                }
            }
            requireTheSame();
        }

        private void timePasses() {
            List<Held> due = living.values().stream()
                    .filter(it -> !it.runsOut().isAfter(now))
                    .sorted(Comparator.comparing(Held::runsOut)
                            .thenComparing(it -> it.grant().id()))
                    .toList();
            List<Late> late = awaited.values().stream()
                    .filter(it -> !it.givenUp().isAfter(now))
                    .sorted(Comparator.comparing(Late::since)
                            .thenComparing(it -> it.held().grant().id()))
                    .toList();
            List<Lease> ended = leases.runOut(now);
            assertThat(ended)
                    .extracting(it -> it.grant().id())
                    .containsExactlyElementsOf(
                            Stream.concat(due.stream(), late.stream().map(Late::held))
                                    .map(it -> it.grant().id())
                                    .toList());
            for (int i = 0; i < due.size(); i++) {
                boolean silent =
                        due.get(i).runsOut().isBefore(due.get(i).grant().ends());
                assertThat(ended.get(i).ended())
                        .contains(new Lease.Ended(due.get(i).runsOut(), silent ? LeaseEvent.SILENCE : LeaseEvent.END));
                if (silent) {
                    end(due.get(i).grant().id(), LeaseState.EXPIRED);
                } else {
                    Held held = due.get(i);
                    living.remove(held.grant().id());
                    awaited.put(held.grant().id(), new Late(held, now, false));
                }
            }
            for (int i = 0; i < late.size(); i++) {
                Late gone = late.get(i);
                assertThat(ended.get(due.size() + i).ended())
                        .contains(new Lease.Ended(
                                gone.held().grant().ends(),
                                gone.missed() ? LeaseEvent.SCHEDULER_AWAY : LeaseEvent.SILENCE));
                end(gone.held().grant().id(), LeaseState.EXPIRED);
            }
        }

        private void issue(int which, String job) {
            Slice slice = new Slice("slice" + which / 3 % 2, new SliceKind("1g.10gb"), CAPACITY);
            Instant from = now.plusSeconds(which / 6 % 5 - 1);
            Interval part = Interval.of(from, Duration.ofSeconds(2 + which / 30 % 12));
            Window window = new Window("window", slice, CAPACITY, from.minusSeconds(1), Duration.ofMinutes(1));
            String id = "grant" + issued;
            boolean taken = living.values().stream()
                    .anyMatch(it -> (it.job().equals(job) || it.grant().slice().equals(slice))
                            && it.grant().starts().isBefore(part.to())
                            && part.from().isBefore(it.grant().ends()));
            if (taken) {
                assertThatThrownBy(() -> leases.issue(id, window, part, job, "name of " + job, it -> it, now))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining(slice.id());
                return;
            }
            Grant grant = leases.issue(id, window, part, job, "name of " + job, it -> it, now);
            issued++;
            Instant starts = from.isAfter(now) ? from : now;
            FencingToken token = grant.token();
            assertThat(grant)
                    .isEqualTo(new Grant(id, "window", slice, CAPACITY, starts, part.to(), token, RULES.patience()));
            assertThat(token.value()).as("token of " + job).isGreaterThan(tokens.getOrDefault(job, 7L));
            tokens.put(job, token.value());
            living.put(id, new Held(grant, job, starts));
        }

        private void hear(Act act, String grant) throws Refused {
            living.computeIfPresent(grant, (id, held) -> held.heard(now));
            switch (act) {
                case ACCEPT -> {
                    boolean said = leases.find(grant).acceptance().isPresent();
                    leases.accept(grant, SUBJOB, now);
                    if (said) {
                        // Only what is said for the first time is a sign of life, as a heartbeat is.
                        leases.heartbeat(grant, CAPACITY, now);
                    }
                }
                case HEARTBEAT ->
                    assertThat(leases.heartbeat(grant, CAPACITY, now)).isEmpty();
                case OUTGROW -> {
                    assertThat(leases.heartbeat(grant, Bytes.gibi(10), now)
                                    .orElseThrow()
                                    .ended())
                            .contains(new Lease.Ended(now, LeaseEvent.OUT_OF_MEMORY));
                    end(grant, LeaseState.REVOKED);
                }
                case REPORT -> {
                    assertThat(leases.report(grant, YIELDED, now).orElseThrow().end())
                            .contains(YIELDED);
                    end(grant, LeaseState.REPORTED);
                }
                default -> throw new AssertionError(act);
            }
        }

        private void refuse(String grant) {
            assertThatThrownBy(() -> leases.heartbeat(grant, CAPACITY, now))
                    .isInstanceOfSatisfying(
                            Refused.class,
                            it -> assertThat(it.reason())
                                    .isEqualTo(issued == 0 ? Refused.Reason.UNKNOWN_GRANT : Refused.Reason.GRANT_LOST));
        }

        private void withdraw(String job) {
            List<String> held = Stream.concat(
                            awaited.values().stream()
                                    .sorted(Comparator.comparing(Late::since)
                                            .thenComparing(
                                                    it -> it.held().grant().id()))
                                    .map(Late::held),
                            living.values().stream())
                    .filter(it -> it.job().equals(job))
                    .map(it -> it.grant().id())
                    .toList();
            assertThat(leases.withdraw(job, now))
                    .extracting(it -> it.grant().id())
                    .containsExactlyElementsOf(held);
            held.forEach(id -> end(id, LeaseState.REVOKED));
        }

        private void restart() {
            leases = new Leases(RULES, kept, new FencingToken(7));
            leases.restore(List.copyOf(kept.leases.values()), Map.copyOf(kept.tokens), now);
            living.replaceAll((id, held) -> held.heard(now));
            awaited.replaceAll((id, late) -> new Late(late.held(), now, true));
        }

        private void end(String grant, LeaseState state) {
            living.remove(grant);
            awaited.remove(grant);
            over.put(grant, state);
        }

        private void requireTheSame() throws Refused {
            assertThat(leases.living()).extracting(it -> it.grant().id()).containsExactlyElementsOf(living.keySet());
            assertThat(leases.nextRunsOut())
                    .isEqualTo(Stream.concat(
                                    living.values().stream().map(Held::runsOut),
                                    awaited.values().stream().map(Late::givenUp))
                            .min(Comparator.naturalOrder()));
            assertThat(leases.awaited())
                    .extracting(it -> it.grant().id())
                    .containsExactlyInAnyOrderElementsOf(awaited.keySet());
            assertThat(leases.ended())
                    .extracting(it -> it.grant().id())
                    .containsExactlyInAnyOrderElementsOf(over.keySet());
            for (int slice = 0; slice < 2; slice++) {
                String id = "slice" + slice;
                assertThat(leases.onSlice(id))
                        .containsExactlyElementsOf(living.values().stream()
                                .filter(it -> it.grant().slice().id().equals(id))
                                .map(it -> new Interval(
                                        it.grant().starts(), it.grant().ends()))
                                .toList());
            }
            for (String job : List.of("job0", "job1", "job2")) {
                assertThat(leases.holds(job))
                        .isEqualTo(Stream.concat(
                                        living.values().stream(),
                                        awaited.values().stream().map(Late::held))
                                .anyMatch(it -> it.job().equals(job)));
                assertThat(leases.newest("name of " + job).value())
                        .isGreaterThanOrEqualTo(tokens.getOrDefault(job, 7L));
            }
            for (Map.Entry<String, LeaseState> each : over.entrySet()) {
                assertThat(leases.find(each.getKey()).state()).isEqualTo(each.getValue());
                assertThat(kept.leases.get(each.getKey())).isEqualTo(leases.find(each.getKey()));
            }
        }
    }

    @Property(tries = 300)
    void eachLeaseIsHeldByOneUntilItEndsForTheReasonThatCameFirst(@ForAll("stories") List<Step> steps)
            throws Exception {
        Story story = new Story();
        for (Step step : new ArrayList<>(steps)) {
            story.play(step);
        }
    }

    @Provide
    Arbitrary<List<Step>> stories() {
        Arbitrary<Act> acts = Arbitraries.of(
                Act.ISSUE,
                Act.ISSUE,
                Act.ISSUE,
                Act.ACCEPT,
                Act.HEARTBEAT,
                Act.HEARTBEAT,
                Act.OUTGROW,
                Act.REPORT,
                Act.WITHDRAW,
                Act.RESTART,
                Act.FORGET);
        return Combinators.combine(acts, Arbitraries.integers().between(0, 10_000), Arbitraries.of(0, 0, 1, 1, 2, 4))
                .as(Step::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(40);
    }

    @Property(tries = 50)
    void aNameThatWasForgottenGoesOnAboveAllItsTokens(@ForAll("stories") List<Step> steps) throws Exception {
        Story story = new Story();
        for (Step step : steps) {
            story.play(step);
        }
        Optional<Long> last = Optional.ofNullable(story.tokens.get("job0"));
        story.leases.forget("name of job0");
        story.leases.forget("name of job0");

        assertThat(story.kept.tokens).doesNotContainKey("name of job0");
        Leases next = new Leases(RULES, story.kept, FencingToken.NONE);
        next.restore(List.of(), story.kept.tokens, story.now);
        Slice slice = new Slice("other", new SliceKind("1g.10gb"), CAPACITY);
        Window window = new Window("window", slice, CAPACITY, story.now, Duration.ofMinutes(1));
        Grant grant = next.issue(
                "grant",
                window,
                Interval.of(story.now, Duration.ofMinutes(1)),
                "job9",
                "name of job0",
                it -> it,
                story.now);
        last.ifPresent(it -> assertThat(grant.token().value()).isGreaterThan(it));
    }
}
