package org.atomizable.core.annotate;

import ai.djl.ndarray.NDArray;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.atomizable.api.Atomizable;
import org.atomizable.api.annotation.AtomizedJob;
import org.atomizable.core.state.StateSaver;
import org.jspecify.annotations.NullMarked;

/**
 * What the compiler of the JDK that runs makes of some sources, with the annotation processor.
 *
 * @param errors the errors and warnings, as {@code line: message}
 * @param classes the compiled classes by name
 * @param generated the generated sources by class name
 */
public record Compiled(List<String> errors, Map<String, byte[]> classes, Map<String, String> generated) {

    private static final Pattern PUBLIC = Pattern.compile("(?:class|record|interface|enum) (\\w+)");

    /** One for all, as it reads the JDK's index of classes only once. */
    private static final JavaFileManager FILES =
            ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, Locale.ROOT, null);

    /** Compiles sources of the package {@code jobs}, each with the class that it declares first, with all warnings. */
    public static Compiled of(String... sources) {
        return with(List.of(), sources);
    }

    static Compiled with(List<String> options, String... sources) {
        List<JavaFileObject> files = new ArrayList<>();
        for (String source : sources) {
            Matcher name = PUBLIC.matcher(source.replaceAll("(?s)/\\*.*?\\*/", ""));
            if (!name.find()) {
                throw new IllegalArgumentException("no class in " + source);
            }
            files.add(new Source("jobs." + name.group(1), source));
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        Memory memory = new Memory(FILES);
        List<String> all = new ArrayList<>(
                List.of("-Xlint:all,-processing,-path,-options,-classfile", "-parameters", "-cp", classPath()));
        all.addAll(options);
        JavaCompiler.CompilationTask task = compiler.getTask(null, memory, found, all, null, files);
        if (!options.contains("-proc:none")) {
            task.setProcessors(List.of(new AtomizedJobProcessor()));
        }
        task.call();
        List<String> errors = found.getDiagnostics().stream()
                .filter(it -> it.getKind() != Diagnostic.Kind.NOTE)
                .map(it -> it.getLineNumber() + ": " + it.getMessage(Locale.ROOT))
                .toList();
        return new Compiled(
                errors,
                memory.written(JavaFileObject.Kind.CLASS, ByteArrayOutputStream::toByteArray),
                memory.written(JavaFileObject.Kind.SOURCE, ByteArrayOutputStream::toString));
    }

    private static String classPath() {
        return Stream.of(AtomizedJob.class, StateSaver.class, NullMarked.class, NDArray.class, JsonProperty.class)
                .map(it -> it.getProtectionDomain().getCodeSource().getLocation())
                .map(it -> Path.of(URI.create(it.toString())).toString())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns a new job of a generated class. */
    Atomizable job(String name) throws ReflectiveOperationException {
        return (Atomizable)
                loader().loadClass("jobs." + name).getDeclaredConstructor().newInstance();
    }

    /** Returns a loader of the compiled classes. */
    ClassLoader loader() {
        return new ClassLoader(Compiled.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                byte[] code =
                        Optional.ofNullable(classes.get(name)).orElseThrow(() -> new ClassNotFoundException(name));
                return defineClass(name, code, 0, code.length);
            }
        };
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** What the compiler writes, kept in memory. */
    private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<JavaFileObject.Kind, Map<String, ByteArrayOutputStream>> written =
                new EnumMap<>(JavaFileObject.Kind.class);

        Memory(JavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            written.computeIfAbsent(kind, any -> new HashMap<>()).put(className, bytes);
            return new SimpleJavaFileObject(
                    URI.create("memory:///" + className.replace('.', '/') + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return bytes;
                }

                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return bytes.toString();
                }

                @Override
                public InputStream openInputStream() {
                    return new ByteArrayInputStream(bytes.toByteArray());
                }
            };
        }

        @Override
        public FileObject getFileForOutput(Location location, String packageName, String name, FileObject sibling)
                throws IOException {
            throw new IOException("nothing but classes is written, was " + StandardLocation.CLASS_OUTPUT + name);
        }

        /** Returns what was written of a kind, by class name. */
        <T> Map<String, T> written(JavaFileObject.Kind kind, Function<ByteArrayOutputStream, T> form) {
            return written.getOrDefault(kind, Map.of()).entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, it -> form.apply(it.getValue())));
        }

        @Override
        public void close() {} // it is used again
    }
}
