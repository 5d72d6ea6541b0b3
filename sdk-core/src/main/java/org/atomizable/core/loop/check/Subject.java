package org.atomizable.core.loop.check;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Names for people what a key stands for. */
record Subject(Object identity, String text, String remedy) {

    static Subject of(Code code, Key key, int writtenAt) {
        if (key instanceof Key.Local local) {
            return local(code, local, writtenAt);
        }
        if (key instanceof Key.Setting setting) {
            String type = setting.type().substring(setting.type().lastIndexOf('/') + 1);
            return new Subject(setting, "what %s.%s sets".formatted(type, setting.method()), Remedies.setting());
        }
        if (key instanceof Key.Field field) {
            return field(field, Remedies.field(field.name()));
        }
        if (key instanceof Key.HeldByField held) {
            return field(held.field(), Remedies.heldByField(held.field().name()));
        }
        return held(code, ((Key.Held) key).origin());
    }

    private static Subject field(Key.Field field, String remedy) {
        String type = field.type().substring(field.type().lastIndexOf('/') + 1).replace('$', '.');
        return new Subject(field, "the field %s.%s".formatted(type, field.name()), remedy);
    }

    private static Subject local(Code code, Key.Local key, int writtenAt) {
        LocalVariableNode variable = code.variable(key.slot(), writtenAt);
        if (variable == null) {
            return new Subject(
                    code + " " + key,
                    "a local variable of %s (slot %s; compile with -g for its name)".formatted(code, key.slot()),
                    unnamed(code.at(writtenAt)));
        }
        String text = "the local variable " + variable.name;
        Type type = Type.getType(variable.desc);
        String remedy = switch (type.getSort()) {
            case Type.ARRAY -> Remedies.reassignedArray(variable.name);
            case Type.OBJECT -> Remedies.reassignedObject(variable.name);
            default -> Remedies.number(variable.name, state(type));
        };
        return new Subject(code + " " + variable.name, text, remedy);
    }

    /** Its type is that of the instruction that writes it; a boolean is written as an int. */
    private static String unnamed(AbstractInsnNode write) {
        return switch (write.getOpcode()) {
            case Opcodes.IINC, Opcodes.ISTORE -> Remedies.number("name", "int");
            case Opcodes.LSTORE -> Remedies.number("name", "long");
            case Opcodes.FSTORE -> Remedies.number("name", "float");
            case Opcodes.DSTORE -> Remedies.number("name", "double");
            default -> Remedies.reassignedObject("name");
        };
    }

    private static String state(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN, Type.LONG, Type.FLOAT, Type.DOUBLE, Type.BYTE -> type.getClassName();
            default -> "int";
        };
    }

    /** Returns the internal name of the type of an object: of what is made, if that is seen; "array" of those. */
    static String type(Code code, int origin) {
        String made = madeType(code, origin);
        LocalVariableNode variable = made.isEmpty() ? variableOf(code, origin) : null;
        String type = variable == null ? made : Type.getType(variable.desc).getClassName();
        return type.endsWith("]") ? "array" : type.replace('.', '/');
    }

    private static Subject held(Code code, int origin) {
        LocalVariableNode variable = variableOf(code, origin);
        String type = variable != null ? Type.getType(variable.desc).getClassName() : madeType(code, origin);
        String shown = type.substring(type.lastIndexOf('.') + 1);
        String name = variable == null ? "it" : variable.name;
        String text = variable == null
                ? "the content of an object (%s) of line %s"
                        .formatted(shown, origin < 0 ? code.line(0) : code.line(origin))
                : "the content of %s (%s)".formatted(name, shown);
        String exact = madeType(code, origin);
        String remedy = remedy(exact.isEmpty() ? type : exact, name);
        return new Subject(code + " " + (variable == null ? origin : name), text, remedy);
    }

    private static String remedy(String type, String name) {
        if (type.contains("Random")) {
            return Remedies.random();
        }
        if (type.endsWith("Iterator")
                || type.endsWith("Reader")
                || type.endsWith("Scanner")
                || type.endsWith("InputStream")) {
            return Remedies.position();
        }
        return type.contains(".atomic.") ? Remedies.atomic(name) : Remedies.registers(name);
    }

    private static String madeType(Code code, int origin) {
        if (origin < 0) {
            return "";
        }
        AbstractInsnNode insn = code.at(origin);
        if (insn instanceof MethodInsnNode call) {
            return Type.getReturnType(call.desc).getClassName();
        }
        if (insn.getOpcode() == Opcodes.NEWARRAY
                || insn.getOpcode() == Opcodes.ANEWARRAY
                || insn.getOpcode() == Opcodes.MULTIANEWARRAY) {
            return "array";
        }
        boolean made = insn.getOpcode() == Opcodes.NEW;
        return made && insn instanceof TypeInsnNode node ? node.desc.replace('/', '.') : "";
    }

    /** Returns the local variable that holds an object. */
    private static @Nullable LocalVariableNode variableOf(Code code, int origin) {
        if (origin < 0) {
            return code.variable(Origins.slot(origin), 0);
        }
        for (int i = 0; i < code.size(); i++) {
            Optional<Origins> stored = code.stored(i);
            if (stored.isPresent() && stored.get().from().contains(origin)) {
                LocalVariableNode found = code.variable(Code.written(code.at(i)), i + 1);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }
}
