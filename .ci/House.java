import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/** Measures the size of this project's code and docs. {@code .ci/house} runs it; {@code --list} names what is counted where few should be. */
final class House {

    private static final List<String> MODULES = List.of(
            "sdk-api",
            "checkpoint",
            "profiler",
            "sdk-core",
            "scheduler-mock/scheduler",
            "scheduler-mock/testkit",
            "scheduler-mock/cli",
            "scheduler-mock/engine-slurm",
            "scheduler-mock/lab",
            "examples");

    /** Programs may ask for the system's clock; libraries get it. */
    private static final Set<String> PROGRAMS =
            Set.of("scheduler-mock/cli", "scheduler-mock/engine-slurm", "scheduler-mock/lab", "examples");

    /** The packages through which a window comes, from the offer to the report, those below them included. */
    private static final Set<String> WAY = Set.of(
            "org.atomizable.core.client",
            "org.atomizable.core.plan",
            "org.atomizable.core.run",
            "org.atomizable.core.report",
            "org.atomizable.core.agent",
            "org.atomizable.scheduler.offer",
            "org.atomizable.scheduler.clear",
            "org.atomizable.scheduler.auction",
            "org.atomizable.scheduler.score",
            "org.atomizable.scheduler.market",
            "org.atomizable.scheduler.lease");

    private static final Set<String> VAGUE =
            Set.of("told", "over", "had", "heard", "perhaps", "letGo", "beginAnew");

    private static final Pattern ASKING = Pattern.compile("(?:/\\*\\*?|//)\\s*(?:What|Who|Whose)\\b");
    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final int MOST_PARAMETERS = 5;

    private final Map<String, int[]> linesOf = new TreeMap<>();
    private final Map<String, String> publicTypes = new TreeMap<>();
    private final Set<String> imported = new TreeSet<>();
    private final Set<String> packages = new TreeSet<>();
    private final Map<String, List<String>> named = new HashMap<>();
    private int types;
    private int apiTypes;
    private int apiPublic;
    private int wayFiles;
    private int wayLines;

    private House() {}

    public static void main(String[] arguments) throws IOException {
        House house = new House();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (String module : MODULES) {
            house.readSources(compiler, module);
        }
        house.print(Set.of(arguments).contains("--list"));
    }

    private void readSources(JavaCompiler compiler, String module) throws IOException {
        int[] lines = new int[4];
        linesOf.put(module, lines);
        Path sources = Path.of(module, "src");
        for (Path file : files(sources, ".java")) {
            String set = sources.relativize(file).getName(0).toString();
            String text = Files.readString(file);
            int count = (int) text.lines().count();
            boolean main = set.equals("main");
            lines[main ? 0 : 2]++;
            lines[main ? 1 : 3] += count;
            parse(compiler, file, module, main, text, count);
        }
    }

    private void parse(JavaCompiler compiler, Path file, String module, boolean main, String text, int lines)
            throws IOException {
        var manager = compiler.getStandardFileManager(null, Locale.ROOT, null);
        Iterable<? extends JavaFileObject> one = manager.getJavaFileObjects(file);
        JavacTask task = (JavacTask) compiler.getTask(null, manager, it -> {}, null, null, one);
        for (CompilationUnitTree unit : task.parse()) {
            if (unit.getPackageName() == null) {
                continue;
            }
            String pack = unit.getPackageName().toString();
            for (ImportTree each : unit.getImports()) {
                String name = each.getQualifiedIdentifier().toString();
                String from = each.isStatic() ? name.substring(0, name.lastIndexOf('.')) : name;
                if (!from.startsWith(pack + ".") || Character.isLowerCase(from.charAt(pack.length() + 1))) {
                    imported.add(from);
                }
            }
            if (main) {
                packages.add(pack);
                if (WAY.stream().anyMatch(it -> pack.equals(it) || pack.startsWith(it + "."))) {
                    wayFiles++;
                    wayLines += lines;
                }
                new Reader(module, pack, file).scan(unit, null);
                Matcher asking = ASKING.matcher(text);
                while (asking.find()) {
                    add("comments that begin with What, Who or Whose", file.toString());
                }
            }
        }
    }

    private void add(String figure, String where) {
        named.computeIfAbsent(figure, it -> new ArrayList<>()).add(where);
    }

    /** Collects what one file declares. */
    private final class Reader extends TreeScanner<Void, Void> {

        private final String module;
        private final String pack;
        private final Path file;
        private int depth;

        Reader(String module, String pack, Path file) {
            this.module = module;
            this.pack = pack;
            this.file = file;
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            ModifiersTree modifiers = type.getModifiers();
            boolean open = modifiers.getFlags().contains(Modifier.PUBLIC);
            String name = type.getSimpleName().toString();
            if (depth == 0) {
                types++;
                boolean api = module.equals("sdk-api");
                apiTypes += api ? 1 : 0;
                if (open) {
                    publicTypes.put(pack + "." + name, file.toString());
                    apiPublic += api ? 1 : 0;
                }
            }
            modifiers.getAnnotations().stream()
                    .filter(it -> it.getAnnotationType().toString().equals("Command"))
                    .forEach(it -> add("commands", file.toString()));
            for (Tree each : type.getImplementsClause()) {
                String implemented = each.toString();
                if (Set.of("SchedulerCalls", "TimeSource", "WorkerLauncher").contains(implemented)) {
                    add("implementations of " + implemented, file.toString());
                }
            }
            if (type.getKind() == Tree.Kind.RECORD) {
                long parts = type.getMembers().stream()
                        .filter(it -> it instanceof VariableTree field
                                && !field.getModifiers().getFlags().contains(Modifier.STATIC))
                        .count();
                if (parts > MOST_PARAMETERS) {
                    add("records with more than 5 parts", file + " " + name);
                }
            }
            depth++;
            super.visitClass(type, nothing);
            depth--;
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            String name = method.getName().toString();
            if (name.equals("<init>") && method.getParameters().size() > MOST_PARAMETERS) {
                add("constructors with more than 5 parameters", file.toString());
            }
            if (VAGUE.contains(name)) {
                add("methods named told, over, had, heard, perhaps, letGo or beginAnew", file + " " + name);
            }
            return super.visitMethod(method, nothing);
        }

        @Override
        public Void visitVariable(VariableTree variable, Void nothing) {
            variable.getModifiers().getAnnotations().stream()
                    .map(it -> it.getAnnotationType().toString())
                    .filter(it -> it.equals("Option") || it.equals("CommandLine.Option"))
                    .forEach(it -> add("options", file + " " + variable.getName()));
            return super.visitVariable(variable, nothing);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
            if (!PROGRAMS.contains(module)
                    && call.getMethodSelect() instanceof MemberSelectTree select
                    && select.toString().equals("TimeSource.system")) {
                add("system clocks that a library takes by itself", file.toString());
            }
            return super.visitMethodInvocation(call, nothing);
        }
    }

    private void print(boolean list) throws IOException {
        System.out.printf("%-26s %10s %10s %10s %10s%n", "module", "main files", "main lines", "test files", "test lines");
        int[] all = new int[4];
        linesOf.forEach((module, lines) -> {
            row(module, lines);
            for (int i = 0; i < all.length; i++) {
                all[i] += lines[i];
            }
        });
        row("all", all);
        System.out.println();
        int open = publicTypes.size();
        figure("packages", packages.size());
        figure("top-level types, public of them", types + ", " + open);
        figure("public share outside sdk-api", Math.round(100.0 * (open - apiPublic) / (types - apiTypes)) + " %");
        named.put(
                "public types that no other package imports",
                publicTypes.keySet().stream()
                        .filter(it -> !imported.contains(it) && imported.stream().noneMatch(other -> other.startsWith(it + ".")))
                        .map(publicTypes::get)
                        .collect(Collectors.toCollection(ArrayList::new)));
        figure("files and lines on the way of a window", wayFiles + ", " + wayLines);
        for (String figure : new TreeSet<>(named.keySet())) {
            figure(figure, named.get(figure).size());
        }
        figure("words in Markdown", words());
        if (list) {
            new TreeMap<>(named).forEach((figure, places) -> {
                System.out.println("\n" + figure);
                places.forEach(it -> System.out.println("  " + it));
            });
        }
    }

    private static void row(String name, int[] lines) {
        System.out.printf("%-26s %10d %10d %10d %10d%n", name, lines[0], lines[1], lines[2], lines[3]);
    }

    private static void figure(String name, Object value) {
        System.out.printf("%-72s %s%n", name, value);
    }

    /** The list of changes is a history, and not counted. */
    private static long words() throws IOException {
        long words = 0;
        for (Path file : files(Path.of("."), ".md")) {
            if (!file.endsWith("CHANGELOG.md")) {
                words += WORD.matcher(Files.readString(file)).results().count();
            }
        }
        return words;
    }

    private static List<Path> files(Path root, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(it -> it.toString().endsWith(ending))
                    .filter(it -> !it.toString().matches(".*/(target|\\.git|node_modules|shared)/.*"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
