package org.atomizable.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the site has of a small repository. */
class SiteSourcesTest {

    @TempDir
    Path root;

    @BeforeEach
    void repository() throws IOException {
        put("README.md", "# Top\n[guide](docs/guide.md), [elsewhere](https://example.org)");
        put("CONTRIBUTING.md", "# How");
        put("CHANGELOG.md", "# What");
        put("LICENSE", "text");
        put("docs/site/src/site/site.xml", "<site/>");
        put(
                "docs/guide.md",
                "# Guide\n[top](../README.md#top) [term](terms/README.md) [code](../src/A.java)\n```\n[x](y.md)\n```");
        put("docs/README.md", "# Paths\n[guide](guide.md) [top](../README.md)");
        put("docs/terms/README.md", "# Terms\n[guide](../guide.md)");
        put("src/A.java", "class A {}");
    }

    private void put(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private String page(String name) throws IOException {
        Path target = root.resolve("target");
        Files.createDirectories(target.resolve("webjars"));
        SiteSources.main(new String[] {
            root.toString(), target + "/webjars", target + "/sources", target + "/site",
        });
        return Files.readString(target.resolve("sources").resolve("markdown").resolve(name));
    }

    @Test
    void linksLeadToThePagesOfTheSite() throws IOException {
        assertThat(page("index.md")).contains("[guide](guide.html)", "[elsewhere](https://example.org)");
        assertThat(page("guide.md"))
                .contains("(index.html#top)", "(terms/index.html)", "(repository/src/A.java.html)", "[x](y.md)");
        assertThat(page("documentation.md")).contains("(guide.html)", "(index.html)");
        assertThat(page("terms/index.md")).contains("(../guide.html)");
    }

    @Test
    void aLinkedFileOutsideOfDocsGetsAPage() throws IOException {
        assertThat(page("repository/src/A.java.md")).contains("# A.java", "class A {}");
    }

    @Test
    void aLinkToAFileThatDoesNotExistIsAnError() throws IOException {
        put("docs/guide.md", "[gone](gone.md)");

        assertThatThrownBy(() -> page("guide.md"))
                .hasMessage("docs/guide.md links to gone.md, which does not exist: correct the link");
    }

    @Test
    void headingsGetTheIdsOfGitHub() {
        Document page = Jsoup.parse("<main><section><a id=x></a><h1>A job, in 30 lines</h1><h2>`--holes` 0.95</h2>"
                + "<h2>Twice</h2><h2>Twice</h2><table><tr class=a><td>1</table></section></main>");

        FinishedPages.finish(page);

        assertThat(page.select("h1, h2").eachAttr("id"))
                .containsExactly("a-job-in-30-lines", "--holes-095", "twice", "twice-1");
        assertThat(page.select("#x")).isEmpty();
        assertThat(page.select("nav.contents a").eachAttr("href"))
                .containsExactly("#--holes-095", "#twice", "#twice-1");
        assertThat(page.select("div.wide > table")).hasSize(1);
        String once = page.outerHtml();
        FinishedPages.finish(page);
        assertThat(page.outerHtml()).isEqualTo(once);
    }
}
