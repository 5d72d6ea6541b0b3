package org.atomizable.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongUnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.atomizable.api.Bytes;
import org.atomizable.api.JobSpec;
import org.atomizable.api.Metric;
import org.atomizable.api.StateReader;
import org.atomizable.api.StateWriter;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.run.JobSource;
import org.atomizable.testkit.bug.Regression;
import org.atomizable.testkit.check.ExactResume;
import org.atomizable.testkit.check.Fits;
import org.atomizable.testkit.check.SteadyMemory;
import org.atomizable.testkit.check.Trial;
import org.atomizable.testkit.rule.Cause;
import org.atomizable.testkit.rule.ContractViolation;
import org.atomizable.testkit.rule.Rule;
import org.atomizable.testkit.schedule.Schedule;
import org.junit.jupiter.api.Test;

/** What contracts try without being asked, and what they refuse to pass. */
class CoverageTest {

    private static ContractViolation violation(ThrowingCallable check) {
        ContractViolation found = catchThrowableOfType(ContractViolation.class, check);
        assertThat(found).as("a contract violation").isNotNull();
        return found;
    }

    /** A job of some length. */
    private static class Lasting extends Regression {
        private final long atoms;

        Lasting(long atoms) {
            this.atoms = atoms;
        }

        @Override
        public JobSpec spec() {
            return JobSpec.of("long", atoms);
        }
    }

    @Test
    void aStateThatNeverChangesFails() {
        class Unchanged extends Regression {
            private double total;

            @Override
            public void run(long atom) {
                total += atom;
            }
        }
        class SavesNothing extends Regression {
            @Override
            public void save(StateWriter to) {}

            @Override
            public void restore(StateReader from) {}
        }
        for (ThrowingCallable check : List.<ThrowingCallable>of(
                () -> Contracts.assertExactResume(Unchanged::new),
                () -> Contracts.assertRepeatable(Unchanged::new),
                () -> Contracts.assertStateRoundTrips(Unchanged::new),
                () -> Contracts.assertSurvives(Unchanged::new))) {
            ContractViolation found = violation(check);
            assertThat(found.rule()).isEqualTo(Rule.ATOMS_CHANGE_STATE);
            assertThat(found).hasMessageContaining("Unchanged.total is 276.0, and was 0.0");
        }
        assertThat(violation(() -> Contracts.assertExactResume(SavesNothing::new)))
                .hasMessageContaining("save writes nothing");
    }

    @Test
    void aSupplierThatReturnsOneInstanceIsToldToMakeNewOnes() {
        Regression one = new Regression();
        for (ThrowingCallable check : List.<ThrowingCallable>of(
                () -> Contracts.assertExactResume(() -> one),
                () -> Contracts.assertRepeatable(() -> one),
                () -> Contracts.assertStateRoundTrips(() -> one),
                () -> Contracts.assertSteadyMemory(() -> one),
                () -> Contracts.assertFitsByConstruction(() -> one),
                () -> Contracts.assertSurvives(() -> one))) {
            assertThatThrownBy(check)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the supplier returns the same instance of " + Regression.class.getName()
                            + " again; let it make a new one");
        }
    }

    @Test
    void aTrialWithoutAtomsTimeOrCutsIsRefused() {
        class Empty extends Regression {
            @Override
            public JobSpec spec() {
                return JobSpec.openEnded("empty");
            }

            @Override
            public boolean enough(long next) {
                return true;
            }
        }
        assertThatThrownBy(() -> Trial.of(Regression::new).within(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT0S");
        assertThatThrownBy(() -> Contracts.assertExactResume(() -> new Lasting(40), 99))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one of the 40 atoms");
        assertThatThrownBy(() -> Contracts.assertExactResume(Empty::new))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no atom");
    }

    @Test
    void aCounterOfPeriodHundredIsFound() {
        class EveryHundred extends Lasting {
            private int count;

            EveryHundred() {
                super(250);
            }

            @Override
            public void run(long atom) {
                step(x(atom), ++count % 100 == 0 ? 0.5 : 0.05);
            }
        }
        assertThat(violation(() -> Contracts.assertExactResume(EveryHundred::new)))
                .hasMessageContaining("EveryHundred.count is");
    }

    @Test
    void anAnswerAtTheEndOfALongJobIsCompared() {
        class BestLoss extends Lasting {
            private double best = 1;

            BestLoss() {
                super(1000);
            }

            @Override
            public void run(long atom) throws Exception {
                super.run(atom);
                best = atom == 700 ? 0.5 : best;
            }

            @Override
            public Optional<Metric> evaluate() {
                return Optional.of(new Metric("best", best, best, best));
            }
        }
        ContractViolation found = violation(() -> Contracts.assertExactResume(BestLoss::new));
        assertThat(found.rule()).isEqualTo(Rule.SAME_ANSWERS);
        assertThat(found).hasMessageContaining("BestLoss.best is 1.0, and was 0.5");
    }

    /** A job that counts its memory. */
    private static JobSource counting(long atoms, LongUnaryOperator memory) {
        class Counting extends Lasting {
            private long at;

            Counting() {
                super(atoms);
            }

            @Override
            public void run(long atom) throws Exception {
                super.run(atom);
                at = atom;
            }

            @Override
            public Optional<Bytes> memoryUsed() {
                return Optional.of(Bytes.mebi(memory.applyAsLong(at)));
            }
        }
        return Counting::new;
    }

    @Test
    void memoryThatFillsACacheIsTakenForSteadyAndALeakIsNot() {
        for (long atoms : new long[] {48, 64, 100, 1000}) {
            assertThatCode(() -> Contracts.assertSteadyMemory(counting(atoms, atom -> Math.min(40, 1 + atom))))
                    .as("a cache in a job of %s atoms", atoms)
                    .doesNotThrowAnyException();
            assertThat(violation(() -> Contracts.assertSteadyMemory(counting(atoms, atom -> 10 + atom))))
                    .hasMessageContaining("the memory grew from");
        }
        assertThat(violation(() -> Contracts.assertSteadyMemory(counting(200, atom -> 10 + atom / 10))))
                .as("a leak in every tenth atom")
                .hasMessageContaining("the memory grew from");
    }

    @Test
    void memoryThatGrowsThoughNoAtomRunsIsNotTheJobs() {
        long[] asked = {0};
        assertThatCode(() -> Contracts.assertSteadyMemory(counting(48, atom -> 10 + asked[0]++)))
                .as("another thread of this JVM takes memory")
                .doesNotThrowAnyException();
    }

    @Test
    void aCacheOnTheHeapIsTakenForSteady() {
        class Cached extends Lasting {
            private final List<byte[]> cache = new ArrayList<>();

            Cached() {
                super(64);
            }

            @Override
            public void run(long atom) throws Exception {
                super.run(atom);
                if (cache.size() < 40) {
                    cache.add(new byte[1 << 20]);
                }
            }
        }
        assertThatCode(() -> Contracts.assertSteadyMemory(Cached::new)).doesNotThrowAnyException();
    }

    @Test
    void memoryThatIsNeededLateInTheWorkIsFound() {
        assertThat(violation(() -> Contracts.assertSteadyMemory(counting(1000, atom -> atom < 800 ? 10 : 60))))
                .hasMessageContaining("by atom 8")
                .hasMessageContaining("10.00MiB to 60.00MiB");
    }

    /** A job on a virtual clock; its atoms take some time. */
    private static Trial onVirtualTime(long atoms, LongUnaryOperator millis) {
        VirtualTime time = VirtualTime.create();
        class Paced extends Lasting {
            Paced() {
                super(atoms);
            }

            @Override
            public void run(long atom) throws Exception {
                super.run(atom);
                time.advance(Duration.ofMillis(millis.applyAsLong(atom)));
            }
        }
        return new Trial(Paced::new, Long.MAX_VALUE, Duration.ofDays(100), 1, time);
    }

    @Test
    void anAtomFiftyTimesAsSlowIsFound() {
        ContractViolation found = violation(() -> Fits.check(onVirtualTime(120, atom -> atom == 90 ? 500 : 10)));
        assertThat(found.cause()).isEqualTo(Cause.UNEVEN_ATOMS);
        assertThat(found).hasMessageContaining("atom 90 took 500 ms");
        assertThatCode(() -> Fits.check(onVirtualTime(120, atom -> atom % 10 == 9 ? 500 : 10)))
                .as("every tenth atom, which a profile knows")
                .doesNotThrowAnyException();
    }

    @Test
    void aHangAfterARestoreNamesTheCut() {
        VirtualTime time = VirtualTime.create();
        class Waiting extends Regression {
            private boolean begun;

            @Override
            public void run(long atom) throws Exception {
                begun |= atom == 0;
                super.run(atom);
                if (!begun && atom == 7) {
                    time.advance(Duration.ofHours(1));
                    new CountDownLatch(1).await();
                }
            }
        }
        Trial trial = new Trial(Waiting::new, 24, Duration.ofSeconds(10), 1, time);
        ContractViolation found = violation(() -> ExactResume.check(trial));
        assertThat(found)
                .hasMessageContaining("atom 7, in an instance that was restored before atom 7, has not ended after")
                .hasMessageContaining("CoverageTest.java");
    }

    @Test
    void aHangOfARestoreNamesTheCutOfEveryContract() {
        VirtualTime time = VirtualTime.create();
        class Waiting extends Regression {
            @Override
            public void restore(StateReader from) throws IOException {
                super.restore(from);
                if (weights[0] != 0) {
                    time.advance(Duration.ofHours(1));
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                }
            }
        }
        Trial trial = new Trial(Waiting::new, 24, Duration.ofSeconds(10), 1, time);
        assertThat(violation(() -> ExactResume.check(trial)))
                .hasMessageContaining("restore before atom ")
                .hasMessageContaining("has not ended after");
        assertThat(violation(() -> org.atomizable.testkit.check.Survives.check(trial, Schedule.parse("4 4"))))
                .hasMessageContaining("restore has not ended after");
        assertThatCode(() -> SteadyMemory.check(trial)).doesNotThrowAnyException();
    }

    @Test
    void anExceptionAfterARestoreNamesTheCutAndIsTheCause() {
        class Missing extends Regression {
            private boolean begun;

            @Override
            public void run(long atom) throws Exception {
                begun |= atom == 0;
                if (!begun) {
                    throw new IllegalStateException("no data");
                }
                super.run(atom);
            }
        }
        class Unreadable extends Regression {
            @Override
            public void restore(StateReader from) throws IOException {
                throw new IOException("no file");
            }
        }
        assertThat(violation(() -> Contracts.assertExactResume(Missing::new)))
                .hasMessageContaining("after a restore before atom 1, atom 1 failed")
                .hasMessageContaining("Missing.begun is false, and was true")
                .hasRootCauseMessage("no data");
        assertThat(violation(() -> Contracts.assertExactResume(Unreadable::new)))
                .hasMessageContaining("restore failed for what was saved before atom 0: java.io.IOException: no file")
                .hasRootCauseMessage("no file");
        ContractViolation found = violation(() -> Contracts.assertSurvives(Missing::new, Schedule.parse("5 6 7")));
        assertThat(found.rule()).isEqualTo(Rule.SURVIVES);
        assertThat(found).hasMessageContaining("no data").hasMessageContaining("Schedule.parse(");
    }
}
