package org.atomizable.core.loop.check;

import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.atomizable.core.loop.check.Program.Place;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Which objects are registered as state, or left out on purpose, and which are the turns of a loop. */
final class Facts {

    private static final Set<String> WRITING_WHOLE = Set.of(
            "writeObject",
            "writeUnshared",
            "writeValue",
            "writeValueAsBytes",
            "writeValueAsString",
            "toJson",
            "serialize");

    private final Program program;
    private final Set<Place> registered = new HashSet<>();
    private final Set<Place> holding = new HashSet<>();
    private final Set<Place> givenRegistered = new HashSet<>();
    private final Set<Place> givenTurns = new HashSet<>();
    private final Set<Place> unsaved = new HashSet<>();
    private final Set<Key.Field> fields = new HashSet<>();
    private final Set<Key.Field> saved = new HashSet<>();
    private final Set<Key.Field> restored = new HashSet<>();
    private final Set<String> madeByRestore = new HashSet<>();
    private final Set<Key.Setting> settings = new HashSet<>();
    private final Set<Code> returning = new HashSet<>();
    private final Resets resets;
    private boolean savesWhole;
    private boolean changed;

    Facts(Program program) {
        this.program = program;
        this.resets = new Resets(program);
        do {
            changed = false;
            for (Code code : program.reached()) {
                code.reached().forEach(it -> learn(code, it));
            }
        } while (changed);
    }

    /** Returns whether a value is a registered object, or holds one. */
    boolean isRegistered(Code code, Origins value) {
        for (int origin : value.from()) {
            Place place = new Place(code, origin);
            if (registered.contains(place) || holding.contains(place) || givenRegistered.contains(place)) {
                return true;
            }
            if (origin < 0) {
                continue;
            }
            AbstractInsnNode insn = code.at(origin);
            if (insn instanceof FieldInsnNode field
                    && program.field(field).filter(this::holdsRegistered).isPresent()) {
                return true;
            }
            if (insn instanceof MethodInsnNode call
                    && (Library.registers(call)
                            || (Library.isRun(call) && call.name.equals("random"))
                            || program.invocations(code, origin).stream()
                                    .anyMatch(it -> returning.contains(it.target())))) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether an array or a collection only holds what is registered, so that its own elements are not saved. */
    boolean onlyHolds(Code code, int origin) {
        Place place = new Place(code, origin);
        return holding.contains(place) && !registered.contains(place);
    }

    /** Returns whether an instruction puts a registered object into another place. */
    boolean moves(Place place) {
        List<Origins> operands = place.code().operands(place.at());
        if (place.code().at(place.at()) instanceof MethodInsnNode call) {
            return Set.of("swap", "rotate", "reverse", "shuffle").contains(call.name)
                    || (Library.changes(call, 0)
                            && operands.stream().skip(1).anyMatch(it -> isRegistered(place.code(), it)));
        }
        return place.code().at(place.at()).getOpcode() == Opcodes.AASTORE;
    }

    /** Returns whether the object in a field is registered. */
    boolean holdsRegistered(Key.Field field) {
        return fields.contains(field) || isSaved(field) || program.lambdas().captures(field, this::isSavedInPlace);
    }

    private boolean isSavedInPlace(Key.Field field) {
        return isSaved(field) && !restored.contains(field);
    }

    /** Returns whether a field always holds the object of another one that is saved, and that keeps its object. */
    boolean sharesSaved(Key.Field field) {
        return program.lambdas().shares(field, this::isSavedInPlace);
    }

    /** Returns whether a restore sets a field. */
    boolean isRestored(Key.Field field) {
        return restored.contains(field);
    }

    /** Returns whether a restore makes objects of a class. */
    boolean isMadeByRestore(String type) {
        return madeByRestore.stream().anyMatch(it -> program.areRelated(it, type));
    }

    /** Returns whether a restore sets what belongs to the process. */
    boolean isRestored(Key.Setting setting) {
        return settings.contains(setting);
    }

    /** Returns whether a field is saved by what the program registered to write itself. */
    boolean isSaved(Key.Field field) {
        return savesWhole
                || program.fields().isLeftOut(field)
                || (saved.contains(field) && !isNotRestored(field) && !resets.isReset(field));
    }

    /** Returns which fields a restore only sets to a constant. */
    Resets resets() {
        return resets;
    }

    /** Returns whether a number is written to the state, and nothing sets it when that is read. */
    boolean isNotRestored(Key.Field field) {
        return saved.contains(field) && program.fields().descriptor(field).length() == 1 && !restored.contains(field);
    }

    /** Returns whether an object was left out of the state on purpose. */
    boolean isUnsaved(Code code, int origin) {
        return unsaved.contains(new Place(code, origin));
    }

    /** Returns whether a value is what a loop of turns is over, or its iterator. */
    boolean isTurns(Code code, Origins value) {
        return value.from().stream().anyMatch(it -> givenTurns.contains(new Place(code, it)) || isTurnsCall(code, it));
    }

    private boolean isTurnsCall(Code code, int origin) {
        if (origin < 0 || !(code.at(origin) instanceof MethodInsnNode call)) {
            return false;
        }
        return Library.isLoop(call)
                || (Library.makesIterator(call)
                        && isTurns(code, code.operands(origin).get(0)));
    }

    private void learn(Code code, int at) {
        AbstractInsnNode insn = code.at(at);
        List<Origins> operands = code.operands(at);
        if (insn instanceof MethodInsnNode call) {
            learnCall(code, call, at, operands);
        } else if (insn instanceof FieldInsnNode field && !Code.isFieldRead(insn)) {
            if (isRegistered(code, code.value(at))) {
                program.field(field).ifPresent(it -> note(fields.add(it)));
            }
        } else if (insn.getOpcode() == Opcodes.AASTORE) {
            if (isRegistered(code, operands.get(2))) {
                register(code, operands.get(0), holding);
            }
        } else if (insn.getOpcode() == Opcodes.ARETURN && isRegistered(code, operands.get(0))) {
            note(returning.add(code));
        }
    }

    private void learnCall(Code code, MethodInsnNode call, int at, List<Origins> operands) {
        if (Library.registers(call)) {
            if (call.name.equals("unsaved") || !Parts.isPart(code, at)) {
                register(code, code.value(at), registered);
            }
            if (call.name.equals("unsaved")) {
                register(code, code.value(at), unsaved);
            }
        } else if (Library.registersSaver(call)) {
            learnSaver(code, operands.get(2), saved);
            learnSaver(code, operands.get(3), restored);
        } else if (Library.changes(call, 0) && operands.stream().skip(1).anyMatch(it -> isRegistered(code, it))) {
            register(code, operands.get(0), holding);
        }
        for (Program.Invocation each : program.invocations(code, at)) {
            each.given().forEach((slot, given) -> {
                Place parameter = new Place(each.target(), Origins.parameter(slot));
                if (isRegistered(code, given)) {
                    note(givenRegistered.add(parameter));
                }
                if (isTurns(code, given)) {
                    note(givenTurns.add(parameter));
                }
                if (registered.contains(parameter)) {
                    register(code, given, registered);
                }
                if (unsaved.contains(parameter)) {
                    register(code, given, unsaved);
                }
            });
        }
    }

    private void learnSaver(Code code, Origins saver, Set<Key.Field> as) {
        for (Program.Invocation each : program.lambdas().of(code, saver)) {
            each.given().values().forEach(it -> register(code, it, registered));
            learnSaved(each.target(), as);
        }
        for (int origin : saver.from()) {
            if (origin >= 0 && code.at(origin) instanceof TypeInsnNode made && made.getOpcode() == Opcodes.NEW) {
                for (int i = 0; i < code.size(); i++) {
                    if (code.at(i) instanceof MethodInsnNode call
                            && call.name.equals("<init>")
                            && call.owner.equals(made.desc)) {
                        code.operands(i).forEach(it -> register(code, it, registered));
                    }
                }
                for (String name : List.of("save", "restore")) {
                    program.methods(made.desc, name).forEach(it -> learnSaved(it, as));
                }
            }
        }
    }

    /** All that the method reads, and those that it calls, is written to the state; what they set, they restore. */
    private void learnSaved(Code first, Set<Key.Field> as) {
        for (Code code : program.withCalled(List.of(first))) {
            if (as == restored) {
                resets.learn(code, first.method.name.equals("shrink"));
            }
            for (int i : code.reached()) {
                if (code.at(i) instanceof FieldInsnNode field) {
                    program.field(field).ifPresent(it -> {
                        note(saved.add(it));
                        if (as == restored && !Code.isFieldRead(field)) {
                            note(restored.add(it));
                        }
                    });
                }
                if (as == restored && code.at(i).getOpcode() == Opcodes.NEW) {
                    note(madeByRestore.add(((TypeInsnNode) code.at(i)).desc));
                }
                if (code.at(i) instanceof MethodInsnNode call) {
                    if (as == restored) {
                        Key.Setting.set(code, i).ifPresent(it -> note(settings.add(it)));
                    }
                    if (WRITING_WHOLE.contains(call.name)) {
                        savesWhole = true;
                    }
                }
            }
        }
    }

    private void register(Code code, Origins value, Set<Place> as) {
        for (Key key : program.roots().held(code, value.whole()).keySet()) {
            if (key instanceof Key.HeldByField held) {
                note(fields.add(held.field()));
            } else if (key instanceof Key.Held held) {
                note(as.add(new Place(code, held.origin())));
            }
        }
    }

    private void note(boolean isNew) {
        changed |= isNew;
    }

    /** Registrations of single rows: {@code run.state("row", rows[0])}. */
    private static final class Parts {

        private Parts() {}

        /** Returns whether a call registers one row of an array of which other rows are not registered. */
        static boolean isPart(Code code, int call) {
            OptionalInt row = row(code, call);
            Set<Integer> array = code.operands(call).get(2).from();
            OptionalInt length =
                    array.size() == 1 ? length(code, array.iterator().next()) : OptionalInt.empty();
            if (row.isEmpty() || length.isEmpty()) {
                return false;
            }
            Set<Integer> rows = new HashSet<>();
            for (int i : code.reached()) {
                if (code.at(i) instanceof MethodInsnNode other
                        && Library.registers(other)
                        && code.value(i).from().equals(array)) {
                    OptionalInt its = row(code, i);
                    if (its.isEmpty()) {
                        return false;
                    }
                    rows.add(its.getAsInt());
                }
            }
            return rows.size() < length.getAsInt();
        }

        private static OptionalInt row(Code code, int call) {
            AbstractInsnNode taken = code.at(call).getPrevious();
            return taken != null && taken.getOpcode() == Opcodes.AALOAD
                    ? number(taken.getPrevious())
                    : OptionalInt.empty();
        }

        private static OptionalInt length(Code code, int made) {
            if (made < 0) {
                return OptionalInt.empty();
            }
            AbstractInsnNode insn = code.at(made);
            if (insn.getOpcode() == Opcodes.ANEWARRAY) {
                return number(insn.getPrevious());
            }
            boolean isMatrix = insn instanceof MultiANewArrayInsnNode matrix && matrix.dims == 2;
            return isMatrix && number(insn.getPrevious()).isPresent()
                    ? number(insn.getPrevious().getPrevious())
                    : OptionalInt.empty();
        }

        private static OptionalInt number(@Nullable AbstractInsnNode insn) {
            if (insn instanceof IntInsnNode number && insn.getOpcode() != Opcodes.NEWARRAY) {
                return OptionalInt.of(number.operand);
            }
            if (insn == null) {
                return OptionalInt.empty();
            }
            boolean isSmall = insn.getOpcode() >= Opcodes.ICONST_0 && insn.getOpcode() <= Opcodes.ICONST_5;
            return isSmall ? OptionalInt.of(insn.getOpcode() - Opcodes.ICONST_0) : OptionalInt.empty();
        }
    }
}
