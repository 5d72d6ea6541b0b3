package org.atomizable.core.annotate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.atomizable.api.Atomizable;
import org.atomizable.api.Bytes;
import org.atomizable.api.Metric;
import org.atomizable.api.Shrinkable;
import org.atomizable.api.Shrinkable.Pressure;
import org.atomizable.api.StateMismatchException;
import org.atomizable.api.time.VirtualTime;
import org.atomizable.core.run.StraightRun;
import org.atomizable.core.state.MemoryState;
import org.atomizable.core.state.UnsavableStateException;
import org.junit.jupiter.api.Test;

/** What a generated job does with the methods and fields of its class. */
class AnnotatedJobTest {

    private static final String IMPORTS = "package jobs; import java.util.*; import org.atomizable.api.*;"
            + " import org.atomizable.api.annotation.*;\n";

    private static Atomizable job(String source) throws ReflectiveOperationException {
        Compiled compiled = Compiled.of(IMPORTS + source);
        assertThat(compiled.errors()).isEmpty();
        return compiled.job("TrainJob");
    }

    @Test
    void hooksAreCalledAroundAtomsAndCheckpoints() throws Exception {
        Atomizable job = job("""
            @AtomizedJob(name = "calls", atoms = 6, memory = "2MiB", priority = 3)
            @Phase(value = "odd", every = 2)
            @Stage(value = "late", from = 4, memory = "3MiB")
            class Train extends Base implements AutoCloseable {
                @State List<String> calls = new ArrayList<>();
                @Override void step(long atom) { calls.add("step " + atom); }
                @Phase(value = "third", every = 3) void third(long atom) { calls.add("third " + atom); }
                @BeforeCheckpoint void before() { if (!calls.contains("before")) { calls.add("before"); } }
                @AfterRestore void after() { calls.add("after"); }
                @Evaluate Metric count() { return Metric.exact(String.join(", ", calls), calls.size()); }
                @Override public void close() throws java.io.IOException { throw new java.io.IOException("closed"); }
            }
            abstract class Base { @Atom abstract void step(long atom); }
            """);
        for (long atom = 0; atom < 4; atom++) {
            job.run(atom);
        }
        job.restore(MemoryState.of(job));
        Metric metric = job.evaluate().orElseThrow();

        assertThat(metric.name()).isEqualTo("step 0, step 1, step 2, third 2, step 3, before, after");
        assertThat(job.spec().memory()).contains(Bytes.mebi(2));
        assertThat(job.spec().priority()).isEqualTo(3);
        assertThat(job.spec().recurring()).containsEntry("odd", 2L).containsEntry("third", 3L);
        assertThat(job.spec().stageOf(5).orElseThrow().memory()).contains(Bytes.mebi(3));
        assertThatThrownBy(job::close)
                .hasMessageContaining("Train cannot be closed")
                .hasRootCauseMessage("closed");
    }

    @Test
    void aJobGivesBackMemoryIfItsClassCan() throws Exception {
        Atomizable job = job("""
            @AtomizedJob(atoms = 6)
            class Train extends Cached { @Atom void step() {} }
            abstract class Cached implements Shrinkable {
                @Override public Bytes shrink(Pressure pressure) { return pressure.wanted(); }
            }
            """);
        Atomizable other = job("@AtomizedJob(atoms = 6) class Train { @Atom void step() {} }");
        Pressure pressure = new Pressure(Pressure.Level.WATCH, Bytes.of(7), Duration.ofSeconds(1));

        assertThat(((Shrinkable) job).shrink(pressure)).isEqualTo(Bytes.of(7));
        assertThat(other).isNotInstanceOf(Shrinkable.class);
    }

    @Test
    void aJobMeasuresItselfIfItsClassDoes() throws Exception {
        Atomizable job = job("""
            @AtomizedJob(atoms = 6)
            class Train implements Metric.Source {
                @State double loss;
                @Atom void step(long atom) { loss = 1.0 / (atom + 1); }
                @Override public Optional<Metric> measure() { return Optional.of(Metric.exact("loss", loss)); }
            }
            """);
        job.run(0);
        job.run(1);

        assertThat(((Metric.Source) job).measure()).contains(Metric.exact("loss", 0.5));
        assertThat(job("@AtomizedJob(atoms = 6) class Train { @Atom void step() {} }"))
                .isNotInstanceOf(Metric.Source.class);
    }

    @Test
    void anOpenEndedJobEndsAsSoonAsItSaysSo() throws Exception {
        Compiled compiled = Compiled.of(IMPORTS
                + "@AtomizedJob(openEnded = true) class Train { @State int sum; @Atom void step(long atom) { sum +="
                + " atom; } @Enough boolean done() { return sum > 20; } @Evaluate(\"total\") double sum() { return"
                + " sum; } }");

        StraightRun run = StraightRun.of(() -> compiled.job("TrainJob"), VirtualTime.create(), next -> {});

        assertThat(run.atoms()).isEqualTo(7);
        assertThat(run.metric()).contains(Metric.exact("total", 21));
    }

    @Test
    void aMethodCanTellTheNumberOfAtoms() throws Exception {
        Atomizable job = job(
                "@AtomizedJob class Train { final transient int[] data; Train() throws java.io.IOException { data = new"
                        + " int[5]; } @Atom void step() {}"
                        + " @Atoms long count() { return data.length; } }");

        assertThat(job.spec().totalAtoms()).hasValue(5);
        assertThat(job.spec().name()).isEqualTo("Train");
    }

    @Test
    void aNestedClassIsFoundByTheNameOfItsJob() throws Exception {
        Compiled compiled = Compiled.of(
                IMPORTS + "class Outer { @AtomizedJob(atoms = 2) static class Train { @Atom void step() {} } }");

        assertThat(compiled.errors()).isEmpty();
        assertThat(compiled.job("Outer_TrainJob").spec().name()).isEqualTo("Train");
    }

    @Test
    void aGeneratedClassHasNoWarningsAndNeedsNoProcessor() {
        Compiled first = Compiled.of(
                IMPORTS + "@AtomizedJob(atoms = 2) class Train { @State double[] weights; @Atom void step() {} }");

        Compiled again = Compiled.with(
                List.of("-proc:none", "-Werror"),
                IMPORTS + "@AtomizedJob(atoms = 2) class Train { @State double[] weights; @Atom void step() {} }",
                first.generated().get("jobs.TrainJob"));

        assertThat(again.errors()).isEmpty();
        assertThat(again.classes()).containsKey("jobs.TrainJob");
    }

    private static void assertUnsavable(String field, String message) throws Exception {
        Atomizable job = job("@AtomizedJob(atoms = 2) class Train { @State " + field + " @Atom void step() {} }");
        assertThatThrownBy(() -> MemoryState.of(job))
                .isInstanceOf(UnsavableStateException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aValueThatARestoredJobCouldNotHaveIsRefusedWhenItIsSaved() throws Exception {
        assertUnsavable(
                "TreeMap<String, Integer> sorted = new TreeMap<>(Comparator.reverseOrder());",
                "the state's sorted is sorted by a comparator, which a restored job would not have. Make the field"
                        + " final");
        assertUnsavable(
                "List<String> own = new ArrayList<>() { private static final long serialVersionUID = 1; };",
                "the state's own holds a jobs.Train$1, but a restored job would have a java.util.ArrayList");
        assertUnsavable(
                "Random random = new Random(3) { private static final long serialVersionUID = 1; };",
                "Use new Random(seed)");
        assertUnsavable("final List<String> fixed = List.of(\"a\");", "Remove @State from the field");
    }

    @Test
    void aListThatContainsItselfIsRefused() throws Exception {
        Atomizable job =
                job("@AtomizedJob(atoms = 2) class Train { record Node(List<Node> near) {} @State List<Node> all = new"
                        + " ArrayList<>(); Train() { all.add(new Node(all)); } @Atom void step() {} }");

        assertThatThrownBy(() -> MemoryState.of(job)).hasMessageContaining("contains itself");
    }

    @Test
    void aStateOfOtherCodeIsRefusedByName() throws Exception {
        Atomizable two = job("@AtomizedJob(atoms = 2) class Train { @State int epoch; @State double[] weights = {1};"
                + " @Atom void step() {} }");
        Atomizable one = job("@AtomizedJob(atoms = 2) class Train { @State int epoch; @Atom void step() {} }");
        Atomizable other =
                job("@AtomizedJob(atoms = 2) class Train { @State long epoch; @State final double[] weights ="
                        + " {1, 2}; @Atom void step() {} }");
        MemoryState saved = MemoryState.of(two);

        assertThatThrownBy(() -> one.restore(saved))
                .isInstanceOf(StateMismatchException.class)
                .hasMessageContaining("the state contains weights, which this job does not have");
        assertThatThrownBy(() -> two.restore(MemoryState.of(one)))
                .isInstanceOf(StateMismatchException.class)
                .hasMessageContaining("weights");
        assertThatThrownBy(() -> other.restore(saved))
                .isInstanceOf(StateMismatchException.class)
                .hasMessageContaining("the state's epoch is I32[1], this job's is one I64");
        assertThatThrownBy(() ->
                        other.restore(saved.with("epoch", MemoryState.of(other).tensor("epoch"))))
                .isInstanceOf(StateMismatchException.class)
                .hasMessageContaining("the state's weights has length 1, this job's is final and has length 2");
        Atomizable kinds = job("@AtomizedJob(atoms = 2) class Train { enum Kind { A, B } @State Kind kind = Kind.B;"
                + " @Atom void step() {} }");
        Atomizable kind = job("@AtomizedJob(atoms = 2) class Train { enum Kind { A } @State Kind kind = Kind.A;"
                + " @Atom void step() {} }");
        assertThatThrownBy(() -> kind.restore(MemoryState.of(kinds)))
                .isInstanceOf(StateMismatchException.class)
                .hasMessageContaining("the state's kind is B, which is no constant of Kind");
    }
}
