package org.atomizable.core.loop.check;

import java.util.List;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The course of a job as a loop of turns, in byte code that is only read: each turn runs an atom. What {@code save} and {@code restore} use
 * is registered, so the check of loops holds for jobs too.
 */
final class Course {

    static final String METHOD = "course";

    /** The methods that run after each atom, also those that only ask something. */
    private static final List<String[]> ASKED = List.of(
            new String[] {"enough", "(J)Z"},
            new String[] {"spec", "()Lorg/atomizable/api/JobSpec;"},
            new String[] {"measure", "()Ljava/util/Optional;"},
            new String[] {"evaluate", "()Ljava/util/Optional;"});

    private final String type;
    private final MethodVisitor code;

    private Course(String type, MethodVisitor code) {
        this.type = type;
        this.code = code;
    }

    /** Returns the name of the class of the course of a job's class. */
    static String name(String type) {
        return type + "$Course";
    }

    /** Returns the class of the course of a job's class. */
    static byte[] of(String type) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name(type), null, "java/lang/Object", null);
        MethodVisitor code =
                writer.visitMethod(Opcodes.ACC_STATIC, METHOD, "(L%s;L%s;)V".formatted(type, Library.RUN), null, null);
        code.visitCode();
        new Course(type, code).write();
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private void write() {
        registered("save", "(Lorg/atomizable/api/StateWriter;)V", "restore", "(Lorg/atomizable/api/StateReader;)V");
        // Memory that may be given back at any safe point is no state.
        String shrinking = "(Lorg/atomizable/api/Shrinkable$Pressure;)Lorg/atomizable/api/Bytes;";
        registered("shrink", shrinking, "shrink", shrinking);
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, Library.RUN, "iterator", "()Ljava/util/Iterator;", false);
        code.visitVarInsn(Opcodes.ASTORE, 2);
        Label turn = new Label();
        Label end = new Label();
        code.visitLabel(turn);
        iterator("hasNext", "()Z");
        code.visitJumpInsn(Opcodes.IFEQ, end);
        iterator("next", "()Ljava/lang/Object;");
        code.visitInsn(Opcodes.POP);
        call("run", "(J)V");
        ASKED.forEach(it -> call(it[0], it[1]));
        code.visitJumpInsn(Opcodes.GOTO, turn);
        code.visitLabel(end);
        ASKED.forEach(it -> call(it[0], it[1]));
        code.visitInsn(Opcodes.RETURN);
    }

    private void registered(String saver, String saving, String restorer, String restoring) {
        code.visitVarInsn(Opcodes.ALOAD, 1);
        code.visitLdcInsn("job");
        bound(saver, saving);
        bound(restorer, restoring);
        code.visitMethodInsn(
                Opcodes.INVOKEVIRTUAL,
                Library.RUN,
                "state",
                "(Ljava/lang/String;Ljava/lang/Object;Ljava/lang/Object;)V",
                false);
    }

    private void iterator(String name, String descriptor) {
        code.visitVarInsn(Opcodes.ALOAD, 2);
        code.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/util/Iterator", name, descriptor, true);
    }

    private void call(String name, String descriptor) {
        code.visitVarInsn(Opcodes.ALOAD, 0);
        if (descriptor.startsWith("(J")) {
            code.visitInsn(Opcodes.LCONST_0);
        }
        code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, type, name, descriptor, false);
        if (!descriptor.endsWith("V")) {
            code.visitInsn(Opcodes.POP);
        }
    }

    /** A method reference of the job. */
    private void bound(String name, String descriptor) {
        Handle factory =
                new Handle(Opcodes.H_INVOKESTATIC, "java/lang/invoke/LambdaMetafactory", "metafactory", "()V", false);
        Handle method = new Handle(Opcodes.H_INVOKEVIRTUAL, type, name, descriptor, false);
        code.visitVarInsn(Opcodes.ALOAD, 0);
        code.visitInvokeDynamicInsn(
                name,
                "(L%s;)Ljava/lang/Object;".formatted(type),
                factory,
                Type.getMethodType(descriptor),
                method,
                Type.getMethodType(descriptor));
    }
}
