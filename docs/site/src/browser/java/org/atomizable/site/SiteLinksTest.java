package org.atomizable.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every link within the site leads somewhere. */
class SiteLinksTest {

    private static final Pattern ELSEWHERE = Pattern.compile("(https?|mailto|data|javascript):.*");

    private static Map<String, Document> pages;

    @BeforeAll
    static void read() throws Exception {
        pages = SitePages.all();
    }

    private record Target(String page, String anchor) {}

    /** Returns the file and the anchor that a link of a page names; empty for a link to another site. */
    private static Optional<Target> target(String page, String link) {
        if (ELSEWHERE.matcher(link).matches()) {
            return Optional.empty();
        }
        int hash = link.indexOf('#');
        String path = URLDecoder.decode(hash < 0 ? link : link.substring(0, hash), StandardCharsets.UTF_8);
        String anchor = hash < 0 ? "" : URLDecoder.decode(link.substring(hash + 1), StandardCharsets.UTF_8);
        Path file = path.isEmpty()
                ? Path.of(page)
                : Path.of("/" + page).resolveSibling(path).normalize();
        String name = file.isAbsolute() ? Path.of("/").relativize(file).toString() : file.toString();
        return Optional.of(
                new Target(Files.isDirectory(SitePages.SITE.resolve(name)) ? name + "/index.html" : name, anchor));
    }

    @Test
    void everyLinkNamesAFileAndAnAnchorThatAreThere() {
        Map<String, Set<String>> anchors = new HashMap<>();
        pages.forEach((name, page) -> anchors.put(name, SitePages.anchors(page)));
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Map.Entry<String, Document> page : pages.entrySet()) {
            for (Element element : page.getValue().select("a[href], img[src], script[src], link[href]")) {
                String link = element.hasAttr("href") ? element.attr("href") : element.attr("src");
                Optional<Target> target = target(page.getKey(), link);
                links++;
                // JDK 17 itself makes one link without an anchor there.
                boolean known = page.getKey().equals("apidocs/constant-values.html");
                if (!known && target.isPresent() && !leadsSomewhere(target.get(), anchors)) {
                    broken.add(page.getKey() + " -> " + link);
                }
            }
        }

        assertThat(broken).isEmpty();
        assertThat(links).isGreaterThan(10_000);
    }

    private static boolean leadsSomewhere(Target target, Map<String, Set<String>> anchors) {
        return Files.isRegularFile(SitePages.SITE.resolve(target.page()))
                && (target.anchor().isEmpty()
                        || anchors.getOrDefault(target.page(), Set.of()).contains(target.anchor()));
    }

    @Test
    void everyPageIsReachedFromTheFirstOne() {
        Set<String> reached = new HashSet<>(Set.of("index.html"));
        Deque<String> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            String page = open.remove();
            for (Element link : pages.get(page).select("a[href]")) {
                target(page, link.attr("href"))
                        .map(Target::page)
                        .filter(it -> pages.containsKey(it) && !it.startsWith("apidocs/"))
                        .filter(reached::add)
                        .ifPresent(open::add);
            }
        }

        assertThat(reached).containsExactlyInAnyOrderElementsOf(SitePages.written());
    }

    @Test
    void theNavigationIsOnEveryPageAndMarksIt() {
        Document tutorial = pages.get("tutorial.html");

        assertThat(SitePages.written())
                .allSatisfy(name ->
                        assertThat(pages.get(name).select("#navigation a")).hasSizeGreaterThan(30));
        assertThat(tutorial.select("#navigation a[aria-current=page]").eachText())
                .containsExactly("Tutorial");
    }

    @Test
    void theJavadocOfEveryPublicModuleIsThere() {
        assertThat(List.of(
                        "api/Atomizable",
                        "checkpoint/Checkpoints",
                        "profiler/profile/JobProfile",
                        "core/loop/LoopJob",
                        "djl/DjlTraining",
                        "scheduler/server/Scheduler"))
                .allMatch(it -> pages.containsKey("apidocs/org/atomizable/" + it + ".html"));
    }
}
