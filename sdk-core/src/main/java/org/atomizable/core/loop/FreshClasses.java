package org.atomizable.core.loop;

import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;

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
        ClassNode type = new ClassNode();
        new ClassReader(bytes).accept(type, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return type.methods.stream()
                .anyMatch(it -> (it.access & Opcodes.ACC_NATIVE) != 0
                        || Stream.of(it.instructions.toArray()).anyMatch(FreshClasses::loadsLibrary));
    }

    private static boolean loadsLibrary(AbstractInsnNode insn) {
        return insn instanceof MethodInsnNode call
                && call.owner.equals("java/lang/System")
                && (call.name.equals("loadLibrary") || call.name.equals("load"));
    }
}
