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

    private static final String RANDOM = "Write run.random(seed): its numbers follow from the seed and the turn";

    private static final String POSITION =
            "Iterate over run.over(items, batch, epochs, seed), or compute the position from the number of the turn";

    private static final String SETTING =
            "It belongs to the process, and begins anew in each: set it before each use, from what is saved, or give the value itself to what uses it";

    private static final String UNSAVED = "If no result depends on it, leave it out: run.unsaved(%s)";

    static Subject of(Code code, Key key, int writtenAt) {
        if (key instanceof Key.Local local) {
            return local(code, local, writtenAt);
        }
        if (key instanceof Key.Setting setting) {
            String type = setting.type().substring(setting.type().lastIndexOf('/') + 1);
            return new Subject(setting, "what %s.%s sets".formatted(type, setting.method()), SETTING);
        }
        if (key instanceof Key.Field field) {
            return field(field, registersOwner(field.name()));
        }
        if (key instanceof Key.HeldByField held) {
            return field(held.field(), registersField(held.field().name()));
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
            case Type.ARRAY -> reassignedArray(variable.name);
            case Type.OBJECT -> reassignedObject(variable.name);
            default -> number(variable.name, state(type));
        };
        return new Subject(code + " " + variable.name, text, remedy);
    }

    /** Its type is that of the instruction that writes it; a boolean is written as an int. */
    private static String unnamed(AbstractInsnNode write) {
        return switch (write.getOpcode()) {
            case Opcodes.IINC, Opcodes.ISTORE -> number("name", "int");
            case Opcodes.LSTORE -> number("name", "long");
            case Opcodes.FSTORE -> number("name", "float");
            case Opcodes.DSTORE -> number("name", "double");
            default -> reassignedObject("name");
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
            return RANDOM;
        }
        if (type.endsWith("Iterator")
                || type.endsWith("Reader")
                || type.endsWith("Scanner")
                || type.endsWith("InputStream")) {
            return POSITION;
        }
        return type.contains(".atomic.") ? atomic(name) : registers(name);
    }

    private static String number(String name, String type) {
        return "Write %s[] %s = run.state(\"%s\", new %s[1]) before the loop, and %s[0] for %s. "
                        .formatted(type, name, name, type, name, name)
                + UNSAVED.formatted("new %s[1]".formatted(type));
    }

    private static String reassignedArray(String name) {
        return "Register one array and change its elements: %s = run.state(\"%s\", …) before the loop, and System.arraycopy(…, %s, …) or %s[i] = … in place of %s = …"
                .formatted(name, name, name, name, name);
    }

    private static String reassignedObject(String name) {
        return "Register it with run.state(\"%s\", …) before the loop and change it in place, or make it anew in every turn"
                .formatted(name);
    }

    private static String registers(String name) {
        return "Write run.state(\"%s\", %s) before the loop, and make it where it is used if a turn needs no more than its own. "
                        .formatted(name, name)
                + UNSAVED.formatted(name);
    }

    private static String atomic(String name) {
        return "Write long[] or double[] %s = run.state(\"%s\", …), or register how it is saved: run.state(\"%s\", saver, restorer)"
                .formatted(name, name, name);
    }

    /** Returns the remedy for a value that is written into a field. */
    private static String registersOwner(String name) {
        return "Register the object whose field it is: run.state(\"%s\", object::save, object::restore), whose methods write and read this field. If no result depends on it, leave that object out: run.unsaved(object). What is static, hold in such an object"
                .formatted(name);
    }

    /** Returns the remedy for a change in the object that a field holds. */
    private static String registersField(String name) {
        return "Register it: an array, a list or a map by run.state(\"%s\", …), an object of a class of yours by run.state(\"%s\", object::save, object::restore). "
                        .formatted(name, name)
                + UNSAVED.formatted(name);
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
