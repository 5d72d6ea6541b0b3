package org.atomizable.core.loop.check;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Tells what turns carry for certain from what may be a buffer. A buffer is an array, a collection or another object that only turns read.
 * Byte code does not always show that a turn replaces its content before it reads it; a second process shows it, as it begins with an
 * empty one.
 */
final class Certainty {

    /** Values; of what has a position or draws numbers, no turn replaces the content. */
    private static final List<String> NO_BUFFERS = List.of(
            "java/lang/",
            "Random",
            "Iterator",
            "Reader",
            "Scanner",
            "InputStream",
            "/atomic/",
            "ThreadLocal",
            "Stream");

    private final Program program;
    private final Reads reads;
    private final Map<Region, Set<String>> made = new HashMap<>();

    Certainty(Program program, Reads reads) {
        this.program = program;
        this.reads = reads;
    }

    boolean isCertain(Region loop, int at, Writes.Write write) {
        Key key = write.key();
        if (write.roots().contains(Roots.STATIC)
                || (key instanceof Key.Field field && program.fields().isStatic(field))) {
            // A second instance in the same process meets the same.
            return true;
        }
        if (loop.exits().stream()
                .anyMatch(it -> reads.after(loop.code(), it, key, Set.of()).isPresent())) {
            return true;
        }
        if (key instanceof Key.Local local) {
            LocalVariableNode variable = loop.code().variable(local.slot(), at);
            return variable == null || isValue(variable.desc);
        }
        if (key instanceof Key.Field field) {
            return isValue(program.fields().descriptor(field)) && !made(loop).contains(field.type());
        }
        return key instanceof Key.HeldByField held
                ? isNoBuffer(program.fields().descriptor(held.field()))
                : isNoBuffer(Subject.of(loop.code(), key, at).text().replace('.', '/'));
    }

    private static boolean isValue(String descriptor) {
        return descriptor.length() < 2 || isNoBuffer(descriptor);
    }

    private static boolean isNoBuffer(String type) {
        return NO_BUFFERS.stream().anyMatch(type::contains);
    }

    /** The classes of which turns make objects: what such an object keeps, mostly no other turn sees. */
    private Set<String> made(Region loop) {
        return made.computeIfAbsent(loop, this::search);
    }

    private Set<String> search(Region loop) {
        Set<String> types = new HashSet<>();
        Deque<Code> left = new ArrayDeque<>();
        loop.body().forEach(at -> look(loop.code(), at, types).forEach(left::add));
        Set<Code> seen = new HashSet<>();
        while (!left.isEmpty()) {
            Code code = left.remove();
            for (int i = 0; seen.contains(code) ? false : i < code.size(); i++) {
                if (code.isReached(i)) {
                    look(code, i, types).forEach(left::add);
                }
            }
            seen.add(code);
        }
        return types;
    }

    private Stream<Code> look(Code code, int at, Set<String> types) {
        if (code.at(at) instanceof TypeInsnNode type && type.getOpcode() == Opcodes.NEW) {
            types.add(type.desc);
        }
        return program.invocations(code, at).stream().map(Program.Invocation::target);
    }
}
