package org.atomizable.core.loop.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** The program's own classes and methods, as far as a method reaches them. */
final class Program {

    /** More than any program has that was written for one loop; a bound against whole frameworks in one archive. */
    private static final int MOST_CLASSES = 1000;

    /** A call of a method of the program: the method, and what its parameters are given, by their local variables. */
    record Invocation(Code target, Map<Integer, Origins> given) {

        /** Returns the same whose other parameters are given this, or a part of it. */
        Invocation givenElse(Origins whole) {
            Map<Integer, Origins> all = new HashMap<>();
            target.parameters().forEach(it -> all.put(it, given.getOrDefault(it, whole)));
            return new Invocation(target, all);
        }

        /** Returns the same whose parameters are all given this, or a part of it. */
        Invocation given(Origins whole) {
            Map<Integer, Origins> all = new HashMap<>();
            given.keySet().forEach(it -> all.put(it, whole));
            return new Invocation(target, all);
        }
    }

    /** An instruction of a method. */
    record Place(Code code, int at) {}

    private final Function<String, Optional<byte[]>> source;
    private final boolean ofJob;
    private final Map<String, ClassNode> types = new LinkedHashMap<>();
    private final DeclaredFields fields;
    private final Lambdas lambdas = new Lambdas(this);
    private final Roots roots = new Roots(this);
    private final Contents contents = new Contents(this);
    private final Map<MethodNode, Code> codes = new HashMap<>();
    private final Map<String, List<Code>> targets = new HashMap<>();
    private final Set<Code> reached = new LinkedHashSet<>();
    private final Map<Code, List<Place>> callers = new HashMap<>();

    /**
     * Reads what a method reaches, or several of one name.
     *
     * @param source returns the byte code of a class of the program by its internal name, and nothing for other classes
     * @param ofJob whether it is a job, of whose fields {@code transient} says which objects are no state
     */
    Program(Function<String, Optional<byte[]>> source, String type, String method, boolean ofJob) {
        this.source = source;
        this.ofJob = ofJob;
        this.fields = new DeclaredFields(types, ofJob);
        readTypes(type);
        ClassNode main = types.get(type);
        if (main != null) {
            for (MethodNode each : main.methods) {
                if (method.equals(each.name) && each.instructions.size() > 0) {
                    reach(code(main, each));
                }
            }
        }
    }

    /** Returns all methods that may run, the first one first. */
    Set<Code> reached() {
        return reached;
    }

    /** Returns where a method is called. */
    List<Place> callers(Code code) {
        return callers.getOrDefault(code, List.of());
    }

    private void readTypes(String first) {
        Deque<String> left = new ArrayDeque<>(List.of(first));
        Set<String> seen = new LinkedHashSet<>(left);
        while (!left.isEmpty() && types.size() < MOST_CLASSES) {
            String name = left.remove();
            Optional<byte[]> bytes = source.apply(name);
            if (bytes.isEmpty()) {
                continue;
            }
            ClassNode type = new ClassNode();
            new ClassReader(bytes.get()).accept(type, ClassReader.SKIP_FRAMES);
            types.put(name, type);
            for (String each : mentioned(type)) {
                if (seen.add(each)) {
                    left.add(each);
                }
            }
        }
    }

    private static Set<String> mentioned(ClassNode type) {
        Set<String> names = new LinkedHashSet<>(type.interfaces);
        if (type.superName != null) {
            names.add(type.superName);
        }
        for (MethodNode method : type.methods) {
            for (AbstractInsnNode insn : method.instructions) {
                if (insn instanceof TypeInsnNode node) {
                    names.add(node.desc);
                } else if (insn instanceof MethodInsnNode node) {
                    names.add(node.owner);
                } else if (insn instanceof FieldInsnNode node) {
                    names.add(node.owner);
                } else if (insn instanceof InvokeDynamicInsnNode node) {
                    Library.lambda(node).ifPresent(it -> names.add(it.getOwner()));
                } else if (insn instanceof LdcInsnNode node && node.cst instanceof String text && text.contains(".")) {
                    // Perhaps for Class.forName.
                    names.add(text.replace('.', '/'));
                }
            }
        }
        return names;
    }

    private Code code(ClassNode type, MethodNode method) {
        return codes.computeIfAbsent(method, it -> Code.of(type, it));
    }

    private void reach(Code first) {
        Deque<Code> left = new ArrayDeque<>(List.of(first));
        while (!left.isEmpty()) {
            Code code = left.remove();
            if (!reached.add(code)) {
                continue;
            }
            for (int i : code.reached()) {
                for (Invocation each : invocations(code, i)) {
                    callers.computeIfAbsent(each.target(), it -> new ArrayList<>())
                            .add(new Place(code, i));
                }
                left.addAll(leadsTo(code, i));
            }
        }
    }

    /** Returns the program's own methods that may run because of an instruction, at once or later. */
    List<Code> leadsTo(Code code, int at) {
        List<Code> found = new ArrayList<>();
        invocations(code, at).forEach(it -> found.add(it.target()));
        if (code.at(at) instanceof InvokeDynamicInsnNode dynamic) {
            Library.lambda(dynamic)
                    .ifPresent(it -> found.addAll(
                            targets(it.getOwner(), it.getName(), it.getDesc(), it.getTag() == Opcodes.H_INVOKESTATIC)));
        }
        if (code.at(at) instanceof FieldInsnNode field) {
            found.addAll(targets(field.owner, "<clinit>", "()V", true));
        } else if (code.at(at) instanceof MethodInsnNode call) {
            found.addAll(targets(call.owner, "<clinit>", "()V", true));
        }
        return found;
    }

    /** Returns the program's own methods that an instruction may run; also those of lambdas that it is given. */
    List<Invocation> invocations(Code code, int at) {
        if (!(code.at(at) instanceof MethodInsnNode call)) {
            return List.of();
        }
        List<Origins> operands = code.operands(at);
        List<Invocation> invocations = new ArrayList<>();
        boolean direct = call.getOpcode() == Opcodes.INVOKESTATIC || call.getOpcode() == Opcodes.INVOKESPECIAL;
        for (Code target : targets(call.owner, call.name, call.desc, direct)) {
            invocations.add(new Invocation(target, given(target, operands)));
        }
        // Run.state only keeps what it is given until a turn has ended.
        if (!Library.isRun(call)) {
            boolean isPart = !direct && Library.givesParts(call);
            for (Origins operand : operands) {
                lambdas.of(code, operand)
                        .forEach(it -> invocations.add(
                                isPart ? it.givenElse(operands.get(0).part()) : it));
            }
        }
        return invocations;
    }

    /** Returns some methods, and all that they call. */
    Set<Code> withCalled(Collection<Code> first) {
        Deque<Code> left = new ArrayDeque<>(first);
        Set<Code> found = new LinkedHashSet<>();
        while (!left.isEmpty()) {
            Code code = left.remove();
            if (found.add(code)) {
                code.reached().forEach(at -> invocations(code, at).forEach(it -> left.add(it.target())));
            }
        }
        return found;
    }

    /** Returns the program's own methods that a method reference runs, and what they are given. */
    List<Invocation> targets(Handle method, List<Origins> captured) {
        boolean direct = method.getTag() == Opcodes.H_INVOKESTATIC;
        return targets(method.getOwner(), method.getName(), method.getDesc(), direct).stream()
                .map(it -> new Invocation(it, given(it, captured)))
                .toList();
    }

    /** Returns the program's own methods that a static call runs. */
    List<Code> targets(MethodInsnNode call) {
        return targets(call.owner, call.name, call.desc, true);
    }

    /** Returns all methods of the program's classes whose code an instruction is in. */
    List<Code> having(Predicate<AbstractInsnNode> instruction) {
        List<Code> found = new ArrayList<>();
        for (ClassNode type : types.values()) {
            for (MethodNode method : type.methods) {
                if (Stream.of(method.instructions.toArray()).anyMatch(instruction)) {
                    found.add(code(type, method));
                }
            }
        }
        return found;
    }

    /**
     * Returns what is known of something, or finds it.
     *
     * @param meanwhile what is taken to be known while it is looked for, as for a method that calls itself
     */
    static <K, V> V known(Map<K, V> all, K of, V meanwhile, Supplier<V> search) {
        V known = all.get(of);
        if (known == null) {
            all.put(of, meanwhile);
            known = search.get();
            all.put(of, known);
        }
        return known;
    }

    Lambdas lambdas() {
        return lambdas;
    }

    Roots roots() {
        return roots;
    }

    Contents contents() {
        return contents;
    }

    private static Map<Integer, Origins> given(Code target, List<Origins> operands) {
        Map<Integer, Origins> given = new HashMap<>();
        List<Integer> slots = target.parameters();
        for (int i = 0; i < Math.min(slots.size(), operands.size()); i++) {
            given.put(slots.get(i), operands.get(i));
        }
        return given;
    }

    private List<Code> targets(String owner, String name, String descriptor, boolean direct) {
        return targets.computeIfAbsent(
                owner + "." + name + descriptor + direct, it -> found(owner, name, descriptor, direct));
    }

    private List<Code> found(String owner, String name, String descriptor, boolean direct) {
        List<Code> found = new ArrayList<>();
        if (owner.equals("java/lang/Object")) {
            return found;
        }
        // The method of the class itself, or else of the nearest class above it.
        for (ClassNode type = types.get(owner);
                type != null;
                type = type.superName == null ? null : types.get(type.superName)) {
            if (declared(type, name, descriptor, found)) {
                break;
            }
        }
        if (!direct) {
            for (ClassNode type : types.values()) {
                if (!type.name.equals(owner) && isBelow(type, owner)) {
                    declared(type, name, descriptor, found);
                }
            }
            if (found.isEmpty() && types.containsKey(owner)) {
                types.get(owner).interfaces.forEach(it -> {
                    if (types.containsKey(it)) {
                        declared(types.get(it), name, descriptor, found);
                    }
                });
            }
        }
        return found;
    }

    private boolean declared(ClassNode type, String name, String descriptor, List<Code> found) {
        for (MethodNode each : type.methods) {
            if (each.name.equals(name) && each.desc.equals(descriptor)) {
                if (each.instructions.size() > 0) {
                    found.add(code(type, each));
                }
                return true;
            }
        }
        return false;
    }

    private boolean isBelow(ClassNode type, String owner) {
        for (ClassNode each = type; each != null; each = each.superName == null ? null : types.get(each.superName)) {
            if (owner.equals(each.superName) || each.interfaces.contains(owner)) {
                return true;
            }
            for (String above : each.interfaces) {
                if (types.containsKey(above) && isBelow(types.get(above), owner)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether an object of one type may be one of the other. */
    boolean areRelated(String one, String other) {
        if (one.equals(other)) {
            return true;
        }
        if (isOwn(one) || isOwn(other)) {
            return isBelow(one, other) || isBelow(other, one);
        }
        return Library.areRelated(one, other);
    }

    private boolean isBelow(String type, String owner) {
        ClassNode node = types.get(type);
        return node != null && isBelow(node, owner);
    }

    /** Returns whether a call is of a class of the program. */
    boolean isOwn(MethodInsnNode call) {
        return isOwn(call.owner);
    }

    boolean isOwn(String type) {
        return types.containsKey(type);
    }

    /** Returns the methods that a class has by a name: its own, or those of the nearest class above it that has some. */
    List<Code> methodsOf(String type, String name) {
        List<Code> own = methods(type, name);
        ClassNode node = types.get(type);
        return own.isEmpty() && node != null && node.superName != null ? methodsOf(node.superName, name) : own;
    }

    /** Returns the methods of a class that have a name. */
    List<Code> methods(String type, String name) {
        ClassNode node = types.get(type);
        return node == null
                ? List.of()
                : node.methods.stream()
                        .filter(it -> it.name.equals(name) && it.instructions.size() > 0)
                        .map(it -> code(node, it))
                        .toList();
    }

    /** Returns a field as the class that declares it names it; empty for a field of other code. */
    Optional<Key.Field> field(FieldInsnNode insn) {
        return Optional.ofNullable(types.get(insn.owner)).flatMap(it -> field(it, insn.name));
    }

    private Optional<Key.Field> field(ClassNode type, String name) {
        if (type.fields.stream().anyMatch(it -> it.name.equals(name))) {
            return Optional.of(new Key.Field(type.name, name));
        }
        return Stream.concat(type.interfaces.stream(), Stream.ofNullable(type.superName))
                .flatMap(it -> Stream.ofNullable(types.get(it)))
                .flatMap(it -> field(it, name).stream())
                .findFirst();
    }

    /** Returns whether an instruction reads or writes a field. */
    boolean uses(AbstractInsnNode insn, Key.Field field) {
        return insn instanceof FieldInsnNode its
                && field(its).filter(field::equals).isPresent();
    }

    /** Returns whether an instruction reads a field. */
    boolean reads(AbstractInsnNode insn, Key.Field field) {
        return Code.isFieldRead(insn) && uses(insn, field);
    }

    /** Returns whether an instruction writes a field. */
    boolean writes(AbstractInsnNode insn, Key.Field field) {
        return !Code.isFieldRead(insn) && uses(insn, field);
    }

    /** Returns whether it is a job, and no loop. */
    boolean isOfJob() {
        return ofJob;
    }

    /** Returns what is known of its fields. */
    DeclaredFields fields() {
        return fields;
    }
}
