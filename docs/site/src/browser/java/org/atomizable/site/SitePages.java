package org.atomizable.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** The pages of the built site. */
final class SitePages {

    static final Path SITE =
            Path.of("..", "..", "target", "site").toAbsolutePath().normalize();
    private static final String API = "apidocs/";

    private SitePages() {}

    /** Returns all pages by path, those of the Javadoc included. */
    static Map<String, Document> all() throws IOException {
        Map<String, Document> pages = new TreeMap<>();
        for (Path file : Folders.files(SITE)) {
            String name = SITE.relativize(file).toString();
            if (name.endsWith(".html")) {
                pages.put(name, Jsoup.parse(file));
            }
        }
        return pages;
    }

    /** Returns the paths of the pages that are made from Markdown. */
    static List<String> written() {
        try {
            return Folders.files(SITE).stream()
                    .map(it -> SITE.relativize(it).toString())
                    .filter(it -> it.endsWith(".html") && !it.startsWith(API))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns what a link may name on a page. */
    static Set<String> anchors(Document page) {
        return page.select("[id], a[name]").stream()
                .map(it -> it.hasAttr("id") ? it.id() : it.attr("name"))
                .collect(Collectors.toSet());
    }
}
