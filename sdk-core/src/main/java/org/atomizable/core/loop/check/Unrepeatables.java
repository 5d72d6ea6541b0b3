package org.atomizable.core.loop.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.atomizable.core.annotate.Rule;
import org.atomizable.core.annotate.Unrepeatable;
import org.atomizable.core.loop.check.Program.Place;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Clocks, and chance without a seed, that turns or atoms reach. They are right where no result depends on them, so they are named and not
 * refused. The rules are those of annotated jobs; what ends in a log is not named.
 */
final class Unrepeatables {

    private final Program program;
    private final Facts facts;
    private final Set<String> found = new LinkedHashSet<>();

    Unrepeatables(Program program, Facts facts) {
        this.program = program;
        this.facts = facts;
    }

    /** Returns the rule that an instruction breaks, if it calls something that differs from run to run. */
    static Optional<Rule> rule(AbstractInsnNode insn) {
        return called(insn)
                .flatMap(it -> Unrepeatable.rule(
                        it.getOwner().replace('/', '.').replace('$', '.'),
                        it.getName(),
                        Type.getArgumentTypes(it.getDesc()).length));
    }

    private static Optional<Handle> called(AbstractInsnNode insn) {
        if (insn instanceof MethodInsnNode call) {
            return Optional.of(new Handle(0, call.owner, call.name, call.desc, call.itf));
        }
        return insn instanceof InvokeDynamicInsnNode dynamic ? Library.lambda(dynamic) : Optional.empty();
    }

    /** Returns what turns reach, and which chance reaches a loop from before it. */
    List<String> ofLoops(List<Region> loops) {
        for (Region loop : loops) {
            search(places(loop.code(), loop.body()), Unrepeatables::isOfSteps);
            List<Integer> before = loop.code().reached().stream()
                    .filter(it -> !loop.body().contains(it) && loop.leadsFrom(it))
                    .toList();
            search(places(loop.code(), before), (place, rule) -> rule.countsInConstruction(false));
        }
        return List.copyOf(found);
    }

    /** Returns what the atoms of a job reach, and what its length and its construction depend on. */
    List<String> ofJob(String type) {
        search(methods(type, "run", "restore"), Unrepeatables::isOfSteps);
        search(methods(type, "enough", "spec"), (place, rule) -> true);
        search(methods(type, "<init>", "<clinit>"), (place, rule) -> rule.countsInConstruction(isKept(place)));
        return List.copyOf(found);
    }

    /** Returns what turns or atoms read outside of the state and write there too. */
    List<String> outside(List<Region> loops) {
        Outside outside = new Outside(program);
        loops.forEach(it -> reached(places(it.code(), it.body())).forEach(outside::learn));
        return outside.kept().stream()
                .map(it ->
                        words(it, "%s write it too: save it instead".formatted(program.isOfJob() ? "atoms" : "turns")))
                .distinct()
                .toList();
    }

    private static boolean isOfSteps(Place place, Rule rule) {
        return rule.countsInAtoms()
                || called(place.code().at(place.at()))
                        .filter(it -> it.getName().equals("identityHashCode"))
                        .isPresent();
    }

    private List<Place> methods(String type, String... names) {
        return Stream.of(names)
                .flatMap(it -> program.methodsOf(type, it).stream())
                .flatMap(it -> places(it, it.reached()).stream())
                .toList();
    }

    private static List<Place> places(Code code, Collection<Integer> instructions) {
        return instructions.stream().sorted().map(it -> new Place(code, it)).toList();
    }

    private void search(List<Place> from, BiPredicate<Place, Rule> counts) {
        for (Place place : reached(from)) {
            rule(place.code().at(place.at()))
                    .filter(it -> counts.test(place, it) && !Trace.endsInLog(program, facts, place))
                    .ifPresent(it -> found.add(words(place, it)));
        }
    }

    /** Returns the instructions, and those of all that they lead to. */
    private List<Place> reached(List<Place> from) {
        List<Place> reached = new ArrayList<>();
        Deque<Place> left = new ArrayDeque<>(from);
        Set<Code> seen = new HashSet<>();
        while (!left.isEmpty()) {
            Place place = left.remove();
            Code code = place.code();
            if (!code.isReached(place.at())) {
                continue;
            }
            reached.add(place);
            for (Code each : program.leadsTo(code, place.at())) {
                if (seen.add(each)) {
                    left.addAll(places(each, each.reached()));
                }
            }
        }
        return reached;
    }

    private boolean isKept(Place call) {
        Code code = call.code();
        return code.reached().stream()
                .anyMatch(i -> code.at(i) instanceof FieldInsnNode field
                        && !Code.isFieldRead(field)
                        && code.value(i).from().contains(call.at())
                        && program.field(field)
                                .filter(it -> !program.fields().isTransient(it))
                                .isPresent());
    }

    /** Memory outside of the state: a file. It is as later atoms have left it, or lost, where a run goes on from a checkpoint. */
    private static final class Outside {

        private static final Pattern READING =
                Pattern.compile("java/nio/file/Files\\.(read\\w*|lines|exists|size|newBufferedReader|newInputStream)"
                        + "|java/io/(FileReader|FileInputStream|RandomAccessFile)\\.<init>|java/util/Scanner\\.<init>");

        private static final Pattern WRITING = Pattern.compile(
                "java/nio/file/Files\\.(write\\w*|newBufferedWriter|newOutputStream|move|copy|delete\\w*)"
                        + "|java/io/(FileWriter|FileOutputStream|PrintWriter|RandomAccessFile)\\.<init>");

        private static final Set<String> NAMING =
                Set.of("of", "get", "resolve", "toPath", "toFile", "<init>", "toString");

        private final Program program;
        private final List<Place> reads = new ArrayList<>();
        private final List<Place> writes = new ArrayList<>();

        Outside(Program program) {
            this.program = program;
        }

        void learn(Place place) {
            if (place.code().at(place.at()) instanceof MethodInsnNode call) {
                String name = call.owner + "." + call.name;
                if (READING.matcher(name).matches()) {
                    reads.add(place);
                }
                if (WRITING.matcher(name).matches()) {
                    writes.add(place);
                }
            }
        }

        /** Returns the reads of what is written too, but for those that follow the write at once, as of a file that is only passed on. */
        List<Place> kept() {
            return reads.stream()
                    .filter(read -> writes.stream().anyMatch(it -> isSame(read, it) && !isBefore(it, read)))
                    .toList();
        }

        private static boolean isBefore(Place one, Place other) {
            return one.code() == other.code() && one.at() < other.at();
        }

        private boolean isSame(Place one, Place other) {
            Set<String> names = names(one);
            names.retainAll(names(other));
            return !names.isEmpty();
        }

        private Set<String> names(Place place) {
            Set<String> names = new HashSet<>();
            MethodInsnNode call = (MethodInsnNode) place.code().at(place.at());
            List<Origins> operands = place.code().operands(place.at());
            int first = call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
            if (operands.size() > first) {
                operands.get(first).from().forEach(it -> names.add(name(place.code(), it)));
            }
            return names;
        }

        /** Returns what names a file the same in two methods: a constant, a field, a method of the program. */
        private String name(Code code, int origin) {
            if (origin < 0) {
                return code + " " + origin;
            }
            AbstractInsnNode insn = code.at(origin);
            if (insn instanceof LdcInsnNode constant) {
                return String.valueOf(constant.cst);
            }
            if (insn instanceof FieldInsnNode field) {
                return field.owner + "." + field.name;
            }
            if (insn instanceof MethodInsnNode call && program.isOwn(call)) {
                return call.owner + "." + call.name + call.desc;
            }
            if (insn instanceof MethodInsnNode call && NAMING.contains(call.name)) {
                return code.operands(origin).stream()
                        .flatMap(it -> it.from().stream())
                        .filter(it -> it != origin)
                        .map(it -> name(code, it))
                        .collect(Collectors.joining("/", call.name + "/", ""));
            }
            return code + " " + origin;
        }
    }

    private String words(Place place, Rule rule) {
        return words(
                place,
                switch (rule) {
                    case CLOCK -> program.isOfJob() ? "count atoms instead" : "count turns instead";
                    case RANDOM ->
                        program.isOfJob() ? "use a generator with a seed, and save it" : "use run.random(seed)";
                    default -> "use a parameter instead";
                });
    }

    private static String words(Place place, String instead) {
        Handle call = called(place.code().at(place.at())).orElseThrow();
        String type =
                call.getOwner().substring(call.getOwner().lastIndexOf('/') + 1).replace('$', '.');
        String text = call.getName().equals("<init>")
                ? "new %s()".formatted(type)
                : "%s.%s()".formatted(type, call.getName());
        return "%s (%s, %s:%s; %s)"
                .formatted(
                        text,
                        place.code().method.name,
                        place.code().place(),
                        place.code().line(place.at()),
                        instead);
    }
}
