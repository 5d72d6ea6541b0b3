package org.atomizable.examples.pages;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Judges lines of {@code mvnw} by the project's own poms and sources. */
final class MavenLines {

    private static final Set<String> PHASES =
            Set.of("clean", "compile", "test-compile", "test", "package", "verify", "install", "site");

    /** Properties that Maven's plugins read, so no pom of ours need name them. */
    private static final Set<String> PLUGINS_PROPERTIES =
            Set.of("skipTests", "surefire.failIfNoSpecifiedTests", "maven.repo.local", "groups", "excludedGroups");

    private static final Set<String> PASSING = Set.of(".git", "target");

    private final List<String> poms = new ArrayList<>();
    private final Set<String> folders;
    private final Set<String> sources;

    private MavenLines(List<String> poms, Set<String> folders, Set<String> sources) {
        this.poms.addAll(poms);
        this.folders = Set.copyOf(folders);
        this.sources = Set.copyOf(sources);
    }

    static MavenLines read() throws IOException {
        List<String> poms = new ArrayList<>();
        Set<String> folders = new TreeSet<>();
        Set<String> sources = new TreeSet<>();
        for (Path file : files()) {
            String name = file.getFileName().toString();
            if (name.equals("pom.xml")) {
                poms.add(Files.readString(file));
                folders.add(Page.HOME.relativize(file.getParent()).toString());
            } else if (name.endsWith(".java")) {
                sources.add(name.replace(".java", ""));
            }
        }
        return new MavenLines(poms, folders, sources);
    }

    /** Files of Git and of builds come and go while others work. */
    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(Page.HOME, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return PASSING.contains(String.valueOf(directory.getFileName()))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.add(file);
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /** What is wrong with these arguments of Maven. */
    List<String> wrong(List<String> arguments) {
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            if (word.equals("-pl")) {
                i++;
                for (String module : arguments.get(i).split(",")) {
                    require(isModule(module), "there is no module " + module, wrong);
                }
            } else if (word.startsWith("-P")) {
                require(says("<id>" + word.substring(2) + "</id>"), "there is no profile " + word.substring(2), wrong);
            } else if (word.startsWith("-Dtest=")) {
                String test = word.substring(7);
                require(sources.contains(test), "there is no test class " + test, wrong);
            } else if (word.startsWith("-D")) {
                String property = word.substring(2).split("=")[0];
                require(
                        PLUGINS_PROPERTIES.contains(property) || says(property),
                        "no pom knows the property " + property,
                        wrong);
            } else if (!word.startsWith("-")) {
                require(isGoal(word), "there is no phase and no plugin of ours for " + word, wrong);
            }
        }
        return wrong;
    }

    private static void require(boolean holds, String otherwise, List<String> wrong) {
        if (!holds) {
            wrong.add(otherwise);
        }
    }

    private boolean isModule(String name) {
        return name.startsWith(":")
                ? says("<artifactId>" + name.substring(1) + "</artifactId>")
                : folders.contains(name);
    }

    private boolean isGoal(String word) {
        return PHASES.contains(word)
                || word.contains(":") && says("<artifactId>" + word.split(":")[0] + "-maven-plugin</artifactId>");
    }

    private boolean says(String text) {
        return poms.stream().anyMatch(it -> it.contains(text));
    }
}
