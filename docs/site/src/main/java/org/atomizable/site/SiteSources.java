package org.atomizable.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Lays out what Maven's site plugin reads: every page of {@code docs}, the README, and each file of the repository that one of them links to.
 * A link to a file that does not exist is an error.
 */
public final class SiteSources {

    private static final List<String> FIRST = List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE");
    private static final Path BUILDER = Path.of("docs", "site");

    private final Path root;
    private final Path target;
    private final Deque<String> open = new ArrayDeque<>();
    private final Set<String> known = new HashSet<>();

    private SiteSources(Path root, Path target) {
        this.root = root;
        this.target = target;
    }

    /** Arguments: the repository, the folder of the unpacked WebJars, the folder to write, and that of an earlier site, which is removed. */
    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]).toRealPath();
        Folders.clear(Path.of(args[3]));
        SiteSources sources = new SiteSources(root, Path.of(args[2]));
        sources.writeAll();
        sources.copyScripts(Path.of(args[1]));
        Path descriptor = root.resolve(BUILDER).resolve(Path.of("src", "site", "site.xml"));
        Files.copy(descriptor, sources.fresh("site.xml"));
    }

    private void writeAll() throws IOException {
        Folders.clear(target);
        FIRST.forEach(this::add);
        for (Path file : Folders.files(root.resolve("docs"))) {
            if (!file.startsWith(root.resolve(BUILDER))) {
                add(name(file));
            }
        }
        while (!open.isEmpty()) {
            write(open.remove());
        }
    }

    private void add(String file) {
        if (known.add(file)) {
            open.add(file);
        }
    }

    private void write(String file) throws IOException {
        Path source = root.resolve(file);
        String page = PagePaths.source(root, file);
        if (Files.isDirectory(source)) {
            Files.writeString(fresh("markdown/" + page), listing(file));
        } else if (PagePaths.isResource(file)) {
            Files.copy(source, fresh("resources/" + page));
        } else if (PagePaths.isShown(file)) {
            Files.writeString(fresh("markdown/" + page), shown(file, Files.readString(source)));
        } else {
            Files.writeString(
                    fresh("markdown/" + page),
                    MarkdownLinks.changed(Files.readString(source), link -> linked(file, link)));
        }
    }

    /** Returns the target that a link of a file has in the site, and sees to it that it is there. */
    private String linked(String from, String link) {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path found = root.resolve(from).resolveSibling(path).normalize();
        if (!found.startsWith(root) || !Files.exists(found)) {
            throw new IllegalArgumentException(
                    "%s links to %s, which does not exist: correct the link".formatted(from, link));
        }
        String file = name(found);
        add(file);
        Path here = Path.of("/" + PagePaths.page(root, from)).resolve("..").normalize();
        Path there = Path.of("/" + PagePaths.page(root, file));
        return here.relativize(there) + (hash < 0 ? "" : link.substring(hash));
    }

    private String listing(String folder) {
        StringBuilder page = new StringBuilder("# The files of %s%n%n".formatted(folder));
        try (Stream<Path> files = Files.list(root.resolve(folder))) {
            files.sorted().forEach(file -> {
                String name = file.getFileName().toString();
                page.append("- [%s](%s)%n".formatted(name, linked(folder + "/README.md", name)));
            });
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return page.toString();
    }

    private String shown(String file, String text) {
        String name = file.substring(file.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        String language = file.endsWith(".mmd") ? "mermaid" : dot < 0 ? "text" : name.substring(dot + 1);
        return "# %s%n%nThe file `%s` of the repository.%n%n~~~~%s%n%s%n~~~~%n"
                .formatted(name, file, language, text.stripTrailing());
    }

    /** Copies scripts, and the licence of the one that does not contain it. */
    private void copyScripts(Path webjars) throws IOException {
        Set<String> copied = new HashSet<>();
        for (Path file : Folders.files(webjars)) {
            String name = file.getFileName().toString();
            if ((name.endsWith(".min.js") || name.equals("LICENSE")) && copied.add(name)) {
                Files.copy(file, fresh("resources/js/" + (name.equals("LICENSE") ? "mermaid.LICENSE.txt" : name)));
            }
        }
    }

    private Path fresh(String path) throws IOException {
        Path file = target.resolve(path);
        Files.createDirectories(file.getParent());
        return file;
    }

    private String name(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }
}
