package org.atomizable.site;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the site has a file of the repository: {@code docs/djl.md} is {@code djl.html}, the README of a folder is its {@code index.html}, and
 * a file outside of {@code docs} is shown by a page below {@code repository}.
 */
final class PagePaths {

    private static final String DOCS = "docs/";
    private static final String PATHS = DOCS + "README.md";
    private static final String MARKDOWN = ".md";
    private static final String DIAGRAM = ".mmd";

    private PagePaths() {}

    /** Returns the path of the Markdown source, or of the resource, below the site's root. */
    static String source(Path root, String file) {
        String name = file.startsWith(DOCS) ? file.substring(DOCS.length()) : outside(file);
        if (Files.isDirectory(root.resolve(file))) {
            return name + "/index.md";
        }
        if (file.equals(PATHS)) {
            return "documentation.md"; // the README of the repository is the site's index
        }
        if (name.equals("README.md") || name.endsWith("/README.md")) {
            return name.substring(0, name.length() - "README.md".length()) + "index.md";
        }
        return isShown(file) ? name + MARKDOWN : name;
    }

    /** Returns the path of the page, or of the resource, below the site's root. */
    static String page(Path root, String file) {
        String source = source(root, file);
        return source.endsWith(MARKDOWN) ? source.substring(0, source.length() - MARKDOWN.length()) + ".html" : source;
    }

    /** Returns whether a page shows the text of a file, which itself is no page. */
    static boolean isShown(String file) {
        return file.endsWith(DIAGRAM) || (!file.startsWith(DOCS) && !file.endsWith(MARKDOWN));
    }

    /** Returns whether a file is copied as it is, such as a picture. */
    static boolean isResource(String file) {
        return !file.endsWith(MARKDOWN) && !isShown(file);
    }

    private static String outside(String file) {
        return switch (file) {
            case "README.md" -> file;
            case "CHANGELOG.md" -> "changelog.md";
            case "CONTRIBUTING.md" -> "contributing.md";
            default -> "repository/" + file;
        };
    }
}
