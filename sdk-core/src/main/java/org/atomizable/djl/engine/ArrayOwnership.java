package org.atomizable.djl.engine;

import ai.djl.ndarray.NDArray;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes every array that PyTorch's engine creates from Java's memory own a copy of it.
 *
 * <p>DJL creates an array of a CPU over a direct buffer, and lets go of the buffer when the array is closed. {@code array.mul(2)} and {@code
 * array.div(2)} do so with their number at once, but a recorded graph reads the number again in its backward pass: if a garbage collection
 * comes in between, the gradients are those of whatever has the memory then. Views of a closed array read freed memory too. No setting and no
 * subclass can change it, so the class that creates such arrays is changed while it is loaded: it passes each of them to {@link #owned}.
 */
public final class ArrayOwnership {

    private static final String PACKAGE = "ai.djl.pytorch.engine.";
    private static final String CREATES = PACKAGE + "PtNDManager";
    private static final String OVER_A_BUFFER = "createNdFromByteBuffer";

    /** In the same package, and loaded without what creates arrays. */
    private static final String NEIGHBOUR = PACKAGE + "PtEngineProvider";

    /** Where an array over a buffer keeps it. */
    private static final String BUFFER = "dataRef";

    private ArrayOwnership() {}

    /** Called by the changed class: returns an array with the same content in memory of the engine's own, and closes the given one. */
    public static NDArray owned(NDArray overBuffer) {
        if (overBuffer.isSparse() || overBuffer.getDevice().isGpu()) {
            return overBuffer;
        }
        try (overBuffer) {
            return overBuffer.duplicate();
        }
    }

    /**
     * Changes PyTorch's engine if it is there. What does not work is found by {@link #require}.
     *
     * @param loader of the engine
     */
    static void establish(ClassLoader loader) {
        try {
            Class<?> neighbour = Class.forName(NEIGHBOUR, false, loader);
            ClassLoader engines = neighbour.getClassLoader();
            if (Class.forName(ArrayOwnership.class.getName(), false, engines) != ArrayOwnership.class) {
                return;
            }
            try (InputStream in = engines.getResourceAsStream(CREATES.replace('.', '/') + ".class")) {
                if (in != null) {
                    MethodHandles.privateLookupIn(neighbour, MethodHandles.lookup())
                            .defineClass(changed(in.readAllBytes()));
                }
            }
        } catch (ClassNotFoundException | IOException | IllegalAccessException | LinkageError notChanged) {
            // Without the engine there is nothing to change; with it, it says so before it is used.
        }
    }

    /** A check of an engine as it is: whatever the reason, arrays over buffers are refused. */
    static void require(NDArray created) {
        if (overBuffer(created).isPresent()) {
            throw new InexactEngineException(
                    "the engine %s keeps arrays in memory that Java may free while a backward pass reads it, so its gradients are not exact"
                            .formatted(created.getClass().getName()),
                    "Use the version of DJL that Atomizable names, and load no class of its package %s before the engine"
                            .formatted(PACKAGE.substring(0, PACKAGE.length() - 1)));
        }
    }

    private static Optional<Object> overBuffer(NDArray array) {
        try {
            Field buffer = array.getClass().getDeclaredField(BUFFER);
            buffer.setAccessible(true);
            return Optional.ofNullable(buffer.get(array));
        } catch (NoSuchFieldException another) {
            return Optional.empty();
        } catch (IllegalAccessException closed) {
            throw new IllegalStateException("%s cannot be read".formatted(array.getClass()), closed);
        }
    }

    private static byte[] changed(byte[] original) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        return new Owning(super.visitMethod(access, name, descriptor, signature, exceptions));
                    }
                },
                0);
        return writer.toByteArray();
    }

    /** Adds a call behind each call that creates an array over a buffer. */
    private static final class Owning extends MethodVisitor {

        Owning(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (name.equals(OVER_A_BUFFER)) {
                Type array = Type.getType(NDArray.class);
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        Type.getInternalName(ArrayOwnership.class),
                        "owned",
                        Type.getMethodDescriptor(array, array),
                        false);
                super.visitTypeInsn(
                        Opcodes.CHECKCAST, Type.getReturnType(descriptor).getInternalName());
            }
        }
    }
}
