package org.atomizable.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Finishes the pages that Doxia has rendered: headings get the ids that GitHub gives them, wide tables scroll inside themselves, diagrams are
 * marked as such, and long pages begin with their contents. Then it writes the search index.
 */
public final class FinishedPages {

    private static final int HEADINGS_FOR_CONTENTS = 3;
    private static final int LONGEST_IN_ONE_PIECE = 24;

    private FinishedPages() {}

    /** Argument: the folder of the rendered site. */
    public static void main(String[] args) throws IOException {
        Path site = Path.of(args[0]);
        List<SearchSection> sections = new ArrayList<>();
        for (Path file : Folders.files(site)) {
            Path name = site.relativize(file);
            if (name.toString().endsWith(".html") && !name.startsWith(Folders.JAVADOC)) {
                Document page = Jsoup.parse(file);
                finish(page);
                Files.writeString(file, page.outerHtml());
                sections.addAll(SearchSection.of(name.toString().replace('\\', '/'), page));
            }
        }
        SearchSection.write(sections, site.resolve("js").resolve("search-data.js"));
        System.out.printf(
                "site: %s pages in %s%n",
                sections.stream().map(SearchSection::page).distinct().count(), site.resolve("index.html"));
    }

    /** Changes a page; doing so twice has no further effect. */
    static void finish(Document page) {
        page.outputSettings().prettyPrint(false);
        Element main = page.selectFirst("main");
        if (main == null) {
            return;
        }
        main.select("section > a[id]:empty, a[name]:empty").remove();
        HeadingIds ids = new HeadingIds();
        main.select("h1, h2, h3, h4, h5, h6").forEach(heading -> heading.attr("id", ids.next(heading.text())));
        main.select("pre > code.language-mermaid").forEach(FinishedPages::toDiagram);
        // A browser would break --quick after a hyphen.
        main.select(":not(pre) > code").stream()
                .filter(code -> code.text().length() <= LONGEST_IN_ONE_PIECE)
                .forEach(code -> code.addClass("whole"));
        main.select("pre.prettyprint").removeAttr("class");
        // Doxia makes a link of whatever looks like an address.
        main.select("a[href]").stream()
                .filter(link -> link.attr("href").matches("[a-z0-9]+://.*")
                        && !link.attr("href").startsWith("http"))
                .forEach(Element::unwrap);
        // It puts a letter before an anchor that begins with a digit.
        main.select("a[href*=#a]")
                .forEach(link -> link.attr("href", link.attr("href").replaceFirst("#a(?=\\d)", "#")));
        main.select("img").attr("loading", "lazy");
        for (Element table : main.select("table")) {
            table.removeAttr("class").removeAttr("border");
            table.select("tr").removeAttr("class");
            if (table.parent() != null && !table.parent().hasClass("wide")) {
                table.wrap("<div class=\"wide\"></div>");
            }
        }
        if (main.selectFirst("nav.contents") == null) {
            contents(main);
        }
    }

    private static void toDiagram(Element code) {
        Element diagram = new Element("pre").addClass("mermaid").text(code.wholeText());
        if (code.parent() != null) {
            code.parent().replaceWith(diagram);
        }
    }

    private static void contents(Element main) {
        List<Element> headings = main.select("h2");
        Element title = main.selectFirst("h1");
        if (title == null || headings.size() < HEADINGS_FOR_CONTENTS) {
            return;
        }
        Element contents = new Element("nav").addClass("contents").attr("aria-label", "On this page");
        contents.appendElement("p").text("On this page");
        Element list = contents.appendElement("ul");
        headings.forEach(heading -> list.appendElement("li")
                .appendElement("a")
                .attr("href", "#" + heading.id())
                .text(heading.text()));
        title.after(contents);
    }
}
