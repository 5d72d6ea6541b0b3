package org.atomizable.core.loop;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Loads the classes of a program once more, so that its static fields begin anew. All other classes are those of the runtime. */
public final class FreshClasses extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final ClassFiles files;

    FreshClasses(ClassFiles files) {
        super(files.type().getClassLoader());
        this.files = files;
    }

    /** Returns those of the program that a class belongs to; nothing where they would be those of the runtime, or a whole archive with it. */
    public static Optional<ClassLoader> of(Class<?> type) {
        return ClassFiles.besides(type)
                .filter(it -> !it.isRuntime() && !it.holdsAll())
                .map(FreshClasses::new);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                loaded = own(name);
            }
            if (loaded == null) {
                loaded = super.loadClass(name, false);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    private @Nullable Class<?> own(String name) {
        Optional<byte[]> bytes = files.of(name);
        if (bytes.isEmpty() || isNative(bytes.get())) {
            return null;
        }
        return defineClass(
                name, bytes.get(), 0, bytes.get().length, files.type().getProtectionDomain());
    }

    /** A native library belongs to one class loader, and cannot be loaded again by another. */
    private static boolean isNative(byte[] bytes) {
        boolean[] found = new boolean[1];
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access,
                                    String name,
                                    String descriptor,
                                    @Nullable String signature,
                                    String @Nullable [] exceptions) {
                                found[0] |= (access & Opcodes.ACC_NATIVE) != 0;
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitMethodInsn(
                                            int opcode, String owner, String called, String type, boolean isInterface) {
                                        found[0] |= owner.equals("java/lang/System")
                                                && (called.equals("loadLibrary") || called.equals("load"));
                                    }
                                };
                            }
                        },
                        ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found[0];
    }
}
