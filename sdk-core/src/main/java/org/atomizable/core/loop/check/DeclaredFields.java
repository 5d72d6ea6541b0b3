package org.atomizable.core.loop.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The declarations of the fields in the classes of a program.
 *
 * @param types the classes by their internal names
 * @param ofJob whether it is a job, of whose fields {@code transient} says which objects are no state
 */
record DeclaredFields(Map<String, ClassNode> types, boolean ofJob) {

    /** Returns whether its author says that the object in a field is no state. A number is too often one all the same. */
    boolean isLeftOut(Key.Field field) {
        return ofJob && isTransient(field) && descriptor(field).length() > 1;
    }

    /** Returns whether its author says that its value is no state. */
    boolean isTransient(Key.Field field) {
        return has(field, Opcodes.ACC_TRANSIENT);
    }

    /** Returns the descriptor of a field's type; empty if its class is not known. */
    String descriptor(Key.Field field) {
        return declared(field).map(it -> it.desc).orElse("");
    }

    /** Returns the type of a field with what it holds, as far as the class tells it; empty if its class is not known. */
    String signature(Key.Field field) {
        return declared(field)
                .map(it -> it.signature == null ? it.desc : it.signature)
                .orElse("");
    }

    boolean isEnum(String type) {
        ClassNode node = types.get(type);
        return node != null && (node.access & Opcodes.ACC_ENUM) != 0;
    }

    /** Returns whether a field is of a type that may be a lambda or hold some. */
    boolean mayKeepLambdas(Key.Field field) {
        String descriptor = descriptor(field);
        String type = descriptor.substring(descriptor.indexOf('L') + 1).replace(";", "");
        ClassNode own = types.get(type);
        if (own != null) {
            return (own.access & Opcodes.ACC_INTERFACE) != 0;
        }
        return descriptor.endsWith(";")
                && (!type.startsWith("java/lang/")
                        || Set.of("java/lang/Runnable", "java/lang/Object").contains(type));
    }

    /** Returns the fields of the objects of a class that hold objects, also those of the classes above it. */
    List<Key.Field> holding(String type) {
        List<Key.Field> holding = new ArrayList<>();
        for (ClassNode node = types.get(type); node != null; node = types.get(node.superName)) {
            for (FieldNode each : node.fields) {
                if (each.desc.length() > 1 && (each.access & Opcodes.ACC_STATIC) == 0) {
                    holding.add(new Key.Field(node.name, each.name));
                }
            }
        }
        return holding;
    }

    boolean isFinal(Key.Field field) {
        return has(field, Opcodes.ACC_FINAL);
    }

    boolean isStatic(Key.Field field) {
        return has(field, Opcodes.ACC_STATIC);
    }

    private boolean has(Key.Field field, int access) {
        return declared(field).filter(it -> (it.access & access) != 0).isPresent();
    }

    /** Returns whether a field holds rows of rows: to take a row reads nothing yet. */
    boolean holdsRows(Key.Field field) {
        return descriptor(field).startsWith("[[");
    }

    /** Returns the constant length with which the array of a field is made, if its class shows one. */
    Optional<Object> madeLength(Key key) {
        return key instanceof Key.HeldByField held ? madeLength(held.field()) : Optional.empty();
    }

    private Optional<Object> madeLength(Key.Field field) {
        ClassNode type = types.get(field.type());
        for (MethodNode method : type == null ? List.<MethodNode>of() : type.methods) {
            for (AbstractInsnNode insn : method.instructions) {
                AbstractInsnNode made = insn.getPrevious();
                if (insn instanceof FieldInsnNode write
                        && !Code.isFieldRead(write)
                        && write.name.equals(field.name())
                        && made != null
                        && made.getOpcode() == Opcodes.NEWARRAY) {
                    return Fills.constant(made.getPrevious());
                }
            }
        }
        return Optional.empty();
    }

    private Optional<FieldNode> declared(Key.Field field) {
        return Optional.ofNullable(types.get(field.type()))
                .flatMap(type -> type.fields.stream()
                        .filter(it -> it.name.equals(field.name()))
                        .findFirst());
    }
}
