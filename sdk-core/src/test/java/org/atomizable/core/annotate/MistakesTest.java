package org.atomizable.core.annotate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Each mistake is reported once, where it was made, with what to write. The line is the one that ends in {@code // here}. */
class MistakesTest {

    private static final String IMPORTS = "package jobs; import java.util.*; import java.time.*; import java.io.*;"
            + " import org.atomizable.api.*; import org.atomizable.api.annotation.*;"
            + " import org.atomizable.core.state.*;\n";

    private static void assertMistake(String source, String message) {
        List<String> errors = Compiled.of(IMPORTS + source).errors();
        int line = 1
                + (int) (IMPORTS + source)
                        .substring(0, (IMPORTS + source).indexOf("// here"))
                        .lines()
                        .count();
        assertThat(errors).as(source).hasSize(1);
        assertThat(errors.get(0)).isEqualTo(line - 1 + ": " + message);
    }

    /** Puts members into a job that is otherwise correct. */
    private static void assertMistakeIn(String members, String message) {
        assertMistake("@AtomizedJob(atoms = 3)\nclass Train {\n @Atom void step() {}\n" + members + "\n}", message);
    }

    private static void assertCorrect(String source) {
        assertThat(Compiled.of(IMPORTS + source).errors()).as(source).isEmpty();
    }

    private static String canChange(String field) {
        return field
                + " can change, but it is not saved: annotate it with @State, or make it transient if a restored job"
                + " does not need its value; to suppress this, write @SuppressWarnings(\"atomizable:state\")";
    }

    @Test
    void aJobWithoutAtoms() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train { // here\n void step() {} }",
                "Train has no method that runs an atom: annotate one with @Atom, as in @Atom void step(long atom)");
    }

    @Test
    void twoAtoms() {
        assertMistakeIn(
                "@Atom\n void second() {} // here",
                "@Atom is on two methods, step and second: keep it on one, which may call the other");
    }

    @Test
    void anAtomWithAnotherSignature() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n @Atom int step() { return 1; } // here\n}",
                "@Atom has another signature: write void step() or void step(long atom)");
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n @Atom void step(int atom) {} // here\n}",
                "@Atom has another signature: write void step() or void step(long atom)");
    }

    @Test
    void hooksWithOtherSignatures() {
        assertMistakeIn(
                "@Evaluate String what() { return \"\"; } // here",
                "@Evaluate has another signature: write double what()");
        assertMistakeIn(
                "@BeforeCheckpoint void copy(long atom) {} // here",
                "@BeforeCheckpoint has another signature: write void copy()");
        assertMistakeIn(
                "@AfterRestore void copy() throws Exception {} // here",
                "a method with @AfterRestore must not throw java.lang.Exception: catch it, or throw an IOException");
        assertMistakeIn(
                "@Phase(value = \"test\", every = 2) boolean test() { return true; } // here",
                "@Phase has another signature: write void test() or void test(long atom)");
    }

    @Test
    void membersThatGeneratedCodeCannotReach() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n @Atom private void step() {} // here\n}",
                "generated code cannot call step: remove private");
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n @Atom static void step() {} // here\n}",
                "@Atom cannot be on a static method: remove static from step");
        assertMistakeIn("@State private int epoch; // here", "generated code cannot use epoch: remove private");
        assertMistakeIn(
                "@State static int epoch; // here", "@State cannot be on a static field: remove static from epoch");
        assertMistakeIn(
                "@State List<Point> points; // here\n private record Point(int x) {}",
                "points cannot be saved: generated code cannot use Train.Point: remove private");
    }

    @Test
    void aFieldThatNobodyDecidedAbout() {
        assertMistakeIn("int epoch; // here", canChange("epoch"));
        assertMistakeIn("final double[] weights = new double[3]; // here", canChange("weights"));
        assertCorrect("@AtomizedJob(atoms = 3) class Train { @Atom void step() {} record Size(int rows, String name) {}"
                + " enum Color { RED } final int size = 3; final String name = \"a\"; final Color color = Color.RED;"
                + " final Size limits = new Size(1, \"a\"); final Optional<Duration> wait = Optional.empty();"
                + " transient double[] scratch; @SuppressWarnings(\"atomizable:state\") int calls; }");
    }

    @Test
    void aFieldThatIsBothSavedAndTransient() {
        assertMistakeIn("@State transient int epoch; // here", "epoch is transient and @State: remove one of the two");
    }

    @Test
    void aFinalFieldThatCannotBeRestored() {
        assertMistakeIn(
                "@State final int epoch = 3; // here",
                "epoch is final, and a int cannot be changed in place: remove final, or remove @State if it never"
                        + " changes");
        assertMistakeIn(
                "@State final Random random = new Random(3); // here",
                "random is final, and a Random cannot be changed in place: remove final, or remove @State if it never"
                        + " changes");
    }

    @Test
    void aTypeThatCannotBeSaved() {
        assertMistakeIn(
                "@State Thread worker; // here",
                "worker cannot be saved: the class Thread is not known: make it a record, or name a codec, as in"
                        + " @State(codec = ThreadCodec.class)");
        assertMistakeIn(
                "record Point(int x, Object y) {}\n @State List<Point> points; // here",
                "points cannot be saved: in Point.y, an Object can be of any class: declare the class of its values");
        assertMistakeIn(
                "@State List<? extends Number> numbers; // here",
                "numbers cannot be saved: the type ? extends java.lang.Number is open: write a class instead of it");
        assertMistakeIn(
                "@State List<String>[] lists; // here",
                "lists cannot be saved: an array of List<String> is not possible without warnings: use a List of them");
    }

    @Test
    void aMapWithoutOrder() {
        assertMistakeIn(
                "@State Map<String, Integer> counts; // here",
                "counts cannot be saved: the order of its elements may differ in a restored job: declare it as"
                        + " LinkedHashMap, TreeMap or EnumMap");
        assertMistakeIn(
                "@State HashSet<String> seen; // here",
                "seen cannot be saved: the order of its elements may differ in a restored job: declare it as"
                        + " LinkedHashSet, TreeSet or EnumSet");
    }

    @Test
    void aGeneratorWhoseStateCannotBeRead() {
        assertMistakeIn(
                "@State SplittableRandom random = new SplittableRandom(3); // here",
                "random cannot be saved: the state of such a generator cannot be read: use"
                        + " org.atomizable.core.state.SavableRandom, or java.util.Random with a seed");
    }

    @Test
    void aCodecForAnotherType() {
        assertMistakeIn(
                "@State(codec = Numbers.class) Thread worker; // here\n" + codec("static class Numbers"),
                "the codec Numbers does not save a Thread: let it implement StateCodec<Thread>");
        assertMistakeIn(
                "@State(codec = Numbers.class) Number number; // here\n" + codec("class Numbers"),
                "generated code cannot create the codec Numbers: make it a class without type parameters that is static"
                        + " or top-level and not private, with such a constructor without parameters");
        assertCorrect("@AtomizedJob(atoms = 3) class Train { @Atom void step() {}"
                + " @State(codec = Numbers.class) Number number;" + codec("static class Numbers") + "}");
    }

    private static String codec(String declaration) {
        return declaration
                + " implements StateCodec<Number> { public void save(String name, Number value, StateWriter to)"
                + " throws IOException { to.longs(name, value.longValue()); } public Number restore(String name,"
                + " Number current, StateReader from) throws IOException { return from.longs(name)[0]; } }";
    }

    @Test
    void aBlockThatCouldBeReplaced() {
        assertMistakeIn(
                "@State ai.djl.nn.SequentialBlock net; // here",
                "net is restored in place: make it final, or declare it as Block");
        assertMistakeIn(
                "@State ai.djl.training.optimizer.Optimizer optimizer; // here",
                "optimizer cannot be saved: DJL does not show what an Optimizer keeps: use"
                        + " org.atomizable.djl.DjlTraining, or keep its arrays in fields of type NDArray");
    }

    @Test
    void staticStateThatCanChange() {
        String rest = ", and all jobs of a process share it: remove static and annotate it with @State, or make it an"
                + " unmodifiable constant; to suppress this, write @SuppressWarnings(\"atomizable:static\")";
        assertMistakeIn("static int calls; // here", "static calls can change" + rest);
        assertMistakeIn(
                "static final ArrayList<String> LOG = new ArrayList<>(); // here", "static LOG can change" + rest);
        assertCorrect("@AtomizedJob(atoms = 3) class Train { @Atom void step() {} static final double[] TABLE = {1, 2};"
                + " static final List<String> NAMES = List.of(\"a\"); static final int SIZE = 3; }");
    }

    @Test
    void anAtomThatChangesStaticState() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\n"
                        + "class Train {\n"
                        + " static final int[] COUNTS = new int[3];\n"
                        + " @Atom void step() {\n"
                        + " COUNTS[1]++; // here\n"
                        + " } }",
                "a change of static COUNTS, reached from the atoms by step: all jobs of a process share it, and it is"
                        + " not saved: use a @State field; to suppress this, write"
                        + " @SuppressWarnings(\"atomizable:static\")");
    }

    private static final String CLOCK =
            ": an atom must not depend on a clock, as it may be run again: count atoms instead; to suppress this, write"
                    + " @SuppressWarnings(\"atomizable:clock\")";

    @Test
    void aClockInAnAtomOrWhatItCalls() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n @State long at;\n @Atom void step() {\n"
                        + " at = System.nanoTime(); // here\n } }",
                "System.nanoTime(), reached from the atoms by step" + CLOCK);
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n @State Instant at = Instant.EPOCH;\n @Atom void step() {"
                        + " helper(); }\n void helper() { Runnable now = () -> {\n at = Instant.now(); // here\n };"
                        + " now.run(); } }",
                "Instant.now(), reached from the atoms by step" + CLOCK);
    }

    @Test
    void aClockInASuperclassOrANestedClass() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\n"
                        + "class Train extends Base {\n"
                        + " @Atom void step() { super.step(); Clock.read(); }\n"
                        + " static final class Clock { static long read() {\n"
                        + " return System.currentTimeMillis(); // here\n"
                        + " } } }\n"
                        + "class Base { void step() {} }",
                "System.currentTimeMillis(), reached from the atoms by step" + CLOCK);
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train extends Base {\n @Atom void step() { helper(); } }\n"
                        + "class Base { void helper() {\n new Date(); // here\n } }",
                "new Date(), reached from the atoms by step" + CLOCK);
    }

    @Test
    void aClockThatNoAtomReachesOrThatIsSuppressed() {
        assertCorrect("@AtomizedJob(atoms = 3) class Train { @State long at; @Atom void step() { log(); }"
                + " @SuppressWarnings(\"atomizable:clock\") void log() { System.nanoTime(); }"
                + " void unused() { System.nanoTime(); }"
                + " @Evaluate double time() { return System.nanoTime(); } }");
    }

    private static final String RANDOM =
            ": no seed determines its numbers: use a @State field with new SavableRandom(seed), or with new"
                    + " Random(seed); to suppress this, write @SuppressWarnings(\"atomizable:random\")";

    @Test
    void randomNumbersWithoutASeed() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n @State double sum;\n @Atom void step() {\n"
                        + " sum += Math.random(); // here\n } }",
                "Math.random(), reached from the atoms by step" + RANDOM);
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n @Atom void step() {\n"
                        + " new Random().nextInt(); // here\n } }",
                "new Random(), reached from the atoms by step" + RANDOM);
        assertMistake(
                "@AtomizedJob(atoms = 3)\n"
                        + "class Train {\n"
                        + " @State List<String> all = new ArrayList<>();\n"
                        + " @Atom void step() {\n"
                        + " Collections.shuffle(all); // here\n"
                        + " } }",
                "Collections.shuffle(), reached from the atoms by step" + RANDOM);
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n @Atom void step() {}\n"
                        + " @State Random random = new Random(); // here\n }",
                "new Random(), reached from the construction of the job" + RANDOM);
        assertCorrect("@AtomizedJob(atoms = 3) class Train { @State Random random = new Random(3);"
                + " @State List<String> all = new ArrayList<>();"
                + " @Atom void step() { Collections.shuffle(all, random); new Random(7).nextInt(); } }");
    }

    @Test
    void aClassThatCannotBeCreated() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\nabstract class Train { // here\n @Atom void step() {} }",
                "Train is abstract: annotate a subclass with @AtomizedJob instead");
        assertMistake(
                "class Outer {\n @AtomizedJob(atoms = 3)\n class Train { // here\n @Atom void step() {} } }",
                "Train is an inner class, which needs an instance of another: make it static");
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n private Train() {} // here\n @Atom void step() {} }",
                "generated code cannot use the constructor of Train: remove private");
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train<T> { // here\n @Atom void step() {} }",
                "Train has type parameters, so it cannot be created: annotate a subclass that says which types they"
                        + " are");
    }

    @Test
    void twoConstructors() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\n"
                        + "class Train {\n"
                        + " Train() {}\n"
                        + " Train(int size) {} // here\n"
                        + " @Atom void step() {} }",
                "Train has 2 constructors, so nothing says which parameters the job has: make all but one private");
        assertCorrect("@AtomizedJob(atoms = 3) class Train { Train(int size) { this(size, 2); }"
                + " private Train(int size, int other) {} @Atom void step() {} }");
    }

    @Test
    void aParameterThatNobodyCanWrite() {
        String rest = ": use an enum or one of String, boolean, byte, short, char, int, long, float, double, Duration,"
                + " Bytes, Path";
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n Train(\n List<String> names // here\n) {}\n @Atom void step()"
                        + " {} }",
                "parameter names of the constructor cannot be written on a command line, because it is a List<String>"
                        + rest);
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n Train(\n int... sizes // here\n) {}\n @Atom void step() {} }",
                "parameter sizes of the constructor cannot be written on a command line, because it is a int[]" + rest);
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train {\n private enum Kind { A }\n Train(\n Kind kind // here\n) {}\n"
                        + " @Atom void step() {} }",
                "generated code cannot use Kind: remove private");
    }

    @Test
    void aDefaultThatIsNoValueOfItsType() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\n"
                        + "class Train {\n"
                        + " Train(\n"
                        + "@Default(\"fast\") double rate // here\n"
                        + ") {}\n"
                        + " @Atom void step() {} }",
                "@Default does not fit: parameter rate is a double and must be a number such as 0.1 or 1e-3, was"
                        + " \"fast\"");
        assertMistake(
                "@AtomizedJob(atoms = 3)\n"
                        + "class Train {\n"
                        + " enum Kind { A, B }\n"
                        + " Train(\n"
                        + "@Default(\"a\") Kind kind // here\n"
                        + ") {}\n"
                        + " @Atom void step() {} }",
                "@Default does not fit: parameter kind is a Kind and must be one of A, B, was \"a\"");
    }

    @Test
    void twoFieldsOfOneName() {
        assertMistakeIn(
                "@State int epoch;\n @State(\"epoch\") int count; // here",
                "two fields are saved as \"epoch\": give one another name, as in @State(\"Train.epoch\")");
        assertMistakeIn(
                "@State(\"a/b\") int count; // here",
                "the name \"a/b\" is not allowed: write up to 100 letters, digits, '.', '_' or '-'");
    }

    @Test
    void aFieldThatASubclassHides() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\n"
                        + "class Train extends Base {\n"
                        + " @State(\"own\") int epoch;\n"
                        + " @Atom void step() {} }\n"
                        + "class Base {\n"
                        + " @State int epoch; // here\n"
                        + " }",
                "in Base of job Train: a subclass has a field epoch, too, which hides this one: rename one of the two");
    }

    @Test
    void aNumberOfAtomsThatIsMissingOrWrong() {
        assertMistake(
                "@AtomizedJob\nclass Train { // here\n @Atom void step() {} }",
                "the number of atoms is missing: write atoms = n with n of 1 or more, openEnded = true, or a method"
                        + " with @Atoms");
        assertMistake(
                "@AtomizedJob(atoms = -1)\nclass Train { // here\n @Atom void step() {} }",
                "a job has at least 1 atom, was atoms = -1: write how many it has");
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train { // here\n @Atom void step() {} @Atoms long n() { return 3; } }",
                "the number of atoms is given twice: keep one of atoms, openEnded = true and a method with @Atoms");
        assertMistake(
                "@AtomizedJob(openEnded = true)\nclass Train { // here\n @Atom void step() {} }",
                "an open-ended job never ends: add a method with @Enough, as in boolean done()");
        assertMistakeIn(
                "@Enough boolean done() { return true; } // here",
                "@Enough is asked only if the number of atoms is unknown: write openEnded = true, or remove it");
    }

    @Test
    void aSpecThatContradictsItself() {
        assertMistake(
                "@AtomizedJob(name = \"a b\", atoms = 3)\nclass Train { // here\n @Atom void step() {} }",
                "job name \"a b\" must be 1 to 100 letters (A to Z, a to z), digits, '.', '_' or '-' and begin with a letter or digit");
        assertMistake(
                "@AtomizedJob(atoms = 3, memory = \"2 GB\")\nclass Train { // here\n @Atom void step() {} }",
                "\"2 GB\" is no amount of bytes; write a number and one of B, KiB, MiB, GiB, TiB, as in 1.5GiB");
        assertMistake(
                "@AtomizedJob(atoms = 3)\n"
                        + "@Stage(value = \"late\", from = 7)\n"
                        + "class Train { // here\n"
                        + " @Atom void step() {} }",
                "stage \"late\" of job Train begins at atom 7, but the job has 3 atoms: let it begin earlier");
        assertMistake(
                "@AtomizedJob(atoms = 3, traits = \"batch\")\nclass Train { // here\n @Atom void step() {} }",
                "trait \"batch\" has no value and is no parameter: write it as batch=32");
    }

    @Test
    void aClassWithTheNameOfTheGeneratedOne() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train { // here\n @Atom void step() {} }\nclass TrainJob {}",
                "there is a class jobs.TrainJob already, which is the name of the generated one: rename it");
    }

    @Test
    void aMistakeInASuperclassIsReportedThere() {
        assertMistake(
                "@AtomizedJob(atoms = 3)\nclass Train extends Base {\n @Atom void step() {} }\n"
                        + "class Base {\n int epoch; // here\n }",
                "in Base of job Train: " + canChange("epoch"));
    }

    @Test
    void aTypeThatDoesNotExistIsLeftToTheCompiler() {
        List<String> errors = Compiled.of(IMPORTS
                        + "@AtomizedJob(atoms = 3) class Train { @State Missing missing; @Atom void step() {} }")
                .errors();
        assertThat(errors).hasSize(1).allMatch(it -> it.contains("cannot find symbol"));
    }

    @Test
    void finalFieldsThatNeverChangeAreNoMistakes() {
        assertCorrect("""
                @AtomizedJob(atoms = 3)
                class Train {
                    private final List<String> names = List.of("a", "b");
                    private final Map<String, Integer> sizes = Map.of("a", 1);
                    private final Set<String> all;
                    private final java.util.function.DoubleUnaryOperator square = x -> x * x;
                    private final java.util.function.DoubleUnaryOperator root = Math::sqrt;
                    private final Comparator<String> order = Comparator.comparing(String::length);
                    private final Helper helper = new Helper();
                    Train() { this.all = Set.copyOf(names); }
                    static class Helper { double twice(double x) { return 2 * x; } }
                    @State double sum;
                    @Atom void step() { sum += helper.twice(square.applyAsDouble(names.size())); }
                }
                """);
    }

    @Test
    void finalFieldsWhoseElementsCanChangeAreNamed() {
        assertMistakeIn("private final List<double[]> rows = List.of(new double[3]); // here", canChange("rows"));
        assertMistakeIn(
                "private final Counter counter = new Counter(); static class Counter { int n; } // here",
                canChange("counter"));
    }

    @Test
    void aFinalSetIsToldOnceWhatToWrite() {
        assertMistakeIn(
                "@State final Set<String> seen = new HashSet<>(); // here",
                "seen cannot be saved: the order of its elements may differ in a restored job: declare it as"
                        + " LinkedHashSet, TreeSet or EnumSet");
    }
}
