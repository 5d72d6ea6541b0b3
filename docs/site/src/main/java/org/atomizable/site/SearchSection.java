package org.atomizable.site;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jspecify.annotations.Nullable;

/**
 * A part of a page that search finds: from one heading to the next.
 *
 * @param page the path of the page below the site's root
 * @param id the id of the heading; empty for the top of the page
 * @param title the title of the page
 * @param heading the heading; the title at the top of the page
 * @param text the text below the heading
 */
record SearchSection(String page, String id, String title, String heading, String text) {

    private static final Pattern DRAWN = Pattern.compile("[-|<>+\\u2500-\\u25ff]{2,}");

    /** Returns the sections of a finished page, from top to bottom. */
    static List<SearchSection> of(String name, Document page) {
        Element main = page.selectFirst("main");
        List<SearchSection> sections = new ArrayList<>();
        if (main != null) {
            Element top = main.selectFirst("h1");
            String title = top == null ? page.title() : top.text();
            StringBuilder text = new StringBuilder();
            Element[] heading = {null};
            main.traverse((Node node, int depth) -> {
                if (node instanceof Element element && element.is("h1, h2, h3")) {
                    add(sections, name, title, heading[0], text);
                    heading[0] = element;
                } else if (node instanceof Element element && (element.isBlock() || element.is("td, th, br"))) {
                    text.append(' ');
                } else if (node instanceof TextNode piece && isText(piece)) {
                    text.append(piece.getWholeText());
                }
            });
            add(sections, name, title, heading[0], text);
        }
        return sections;
    }

    private static boolean isText(TextNode piece) {
        Element parent = piece.parent();
        return parent != null && parent.closest("h1, h2, h3, nav") == null;
    }

    private static void add(
            List<SearchSection> sections, String page, String title, @Nullable Element heading, StringBuilder text) {
        String words =
                DRAWN.matcher(text).replaceAll(" ").replaceAll("\\s+", " ").strip();
        text.setLength(0);
        if (heading != null) {
            boolean top = heading.is("h1");
            sections.add(new SearchSection(page, top ? "" : heading.id(), title, heading.text(), words));
        } else if (!words.isEmpty()) {
            sections.add(new SearchSection(page, "", title, title, words));
        }
    }

    /** Writes the sections as a script, since a page that is opened from a disk may not load JSON. */
    static void write(List<SearchSection> sections, Path script) throws IOException {
        Files.createDirectories(script.getParent());
        Files.writeString(script, "window.searchSections = " + new ObjectMapper().writeValueAsString(sections) + ";\n");
    }
}
