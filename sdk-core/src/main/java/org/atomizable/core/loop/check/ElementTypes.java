package org.atomizable.core.loop.check;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.signature.SignatureReader;
import org.objectweb.asm.signature.SignatureVisitor;
import org.objectweb.asm.signature.SignatureWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;

/** Tells by declared types what a container cannot hold: a {@code List<String>} holds no array. A type that is not known may be any. */
final class ElementTypes {

    /** Any type. */
    static final String ANY = "";

    /** A type within a signature: of a class with its name, a variable, or an array. */
    private static final Pattern TYPE = Pattern.compile("\\*|\\[*(L([\\w/$]+)|T[^;]+;|[BCDFIJSZ])");

    private final Program program;

    ElementTypes(Program program) {
        this.program = program;
    }

    /** Names a type: a class by its internal name, an array of numbers as {@code [D}, and one of objects as {@code [}. */
    static String name(Type type) {
        return switch (type.getSort()) {
            case Type.OBJECT -> type.getInternalName();
            case Type.ARRAY -> ofArray(type.getDescriptor().substring(1));
            default -> ANY;
        };
    }

    private static String ofArray(String element) {
        return element.length() > 1 ? "[" : "[" + element.replace('Z', 'B');
    }

    /** Names the type of array that an instruction stores an element of. */
    static String storedIn(int opcode) {
        return "[" + List.of("I", "J", "F", "D", "", "B", "C", "S").get(opcode - Opcodes.IASTORE);
    }

    /** Returns whether an item may be an object of a type. */
    boolean mayBe(Code code, Contents.Item item, String type) {
        String declared = declared(code, item.key());
        String here = item.isInside() ? inside(declared) : declared.replaceFirst("<.*>", "");
        if (here.isEmpty() || type.isEmpty() || type.equals("java/lang/Object")) {
            return true;
        }
        Matcher types = TYPE.matcher(here);
        while (types.find()) {
            if (matches(types.group().replace('Z', 'B'), types.group(2), type)) {
                return true;
            }
        }
        return false;
    }

    private boolean matches(String found, @Nullable String name, String type) {
        if (found.startsWith("T") || found.startsWith("*") || found.equals("Ljava/lang/Object")) {
            return true;
        }
        if (type.startsWith("[")) {
            return type.length() > 1
                    ? found.endsWith(type)
                    : found.startsWith("[[") || (found.startsWith("[") && found.length() > 2);
        }
        return name != null && program.areRelated(name, type);
    }

    private static String inside(String declared) {
        if (declared.startsWith("[")) {
            return declared.substring(1);
        }
        int first = declared.indexOf('<');
        return first < 0 ? "" : declared.substring(first + 1, declared.lastIndexOf('>'));
    }

    private String declared(Code code, Key key) {
        if (key instanceof Key.HeldByField held) {
            return program.fields().signature(held.field());
        }
        int origin = ((Key.Held) key).origin();
        if (origin < 0) {
            return ofParameter(code, Origins.slot(origin));
        }
        AbstractInsnNode insn = code.at(origin);
        if (insn instanceof MethodInsnNode call) {
            return Type.getReturnType(call.desc).getDescriptor();
        }
        return insn instanceof TypeInsnNode made && insn.getOpcode() == Opcodes.NEW ? "L" + made.desc + ";" : "";
    }

    private static String ofParameter(Code code, int slot) {
        Type type = code.parameterType(slot);
        int index = code.parameters().indexOf(slot) - (code.isStatic() ? 0 : 1);
        List<String> signatures = signatures(code.method.signature);
        boolean isKnown = signatures.size() == Type.getArgumentTypes(code.method.desc).length && index >= 0;
        return isKnown ? signatures.get(index) : type.getDescriptor();
    }

    private static List<String> signatures(@Nullable String ofMethod) {
        List<SignatureWriter> parameters = new ArrayList<>();
        if (ofMethod != null) {
            new SignatureReader(ofMethod).accept(new SignatureVisitor(Opcodes.ASM9) {
                @Override
                public SignatureVisitor visitParameterType() {
                    SignatureWriter parameter = new SignatureWriter();
                    parameters.add(parameter);
                    return parameter;
                }
            });
        }
        return parameters.stream().map(SignatureWriter::toString).toList();
    }
}
