package org.atomizable.api.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes a small API in every way that a user would notice. */
class RecordedApiTest {

    private static final String SHOP = """
        package shop;
        public class Shop {
            public Shop() {}
            public int open(int hour) { return hour; }
            protected long stock;
            int hidden() { return 0; }
            public void recount() {}
        }
        """;
    private static final List<String> HEAD =
            List.of("# A shop.", "stable shop", "internal shop.Shop.recount", "internal store");

    @TempDir
    Path directory;

    private RecordedApi recorded;

    @BeforeEach
    void record() throws IOException {
        recorded = new RecordedApi(HEAD, List.of()).of(compiled(SHOP));
    }

    @Test
    void theSameApiIsRecordedAsTheSameText() throws IOException {
        assertThat(recorded.of(compiled(SHOP)).text())
                .isEqualTo(recorded.text())
                .isEqualTo("""
                    # A shop.
                    stable shop
                    internal shop.Shop.recount
                    internal store

                    shop.Shop.<init>(): public
                    shop.Shop.open(int): public int
                    shop.Shop.stock: protected long
                    shop.Shop: public class
                    """);
    }

    @Test
    void anAddedMethodIsADifference() throws IOException {
        assertThat(signatures(SHOP.replace("int hidden", "public int shown")))
                .contains("shop.Shop.shown(): public int");
    }

    @Test
    void aRemovedMethodIsADifference() throws IOException {
        assertThat(signatures(SHOP.replace("public int open", "int open")))
                .doesNotContain("shop.Shop.open(int): public int");
    }

    @Test
    void everyChangeOfAMethodIsADifference() throws IOException {
        String open = "public int open(int hour)";
        for (String changed : List.of(
                "public long open(int hour)",
                "public int open(long hour)",
                "public static int open(int hour)",
                "public final int open(int hour)",
                "protected int open(int hour)",
                "public int open(int hour) throws java.io.IOException",
                "public <T> int open(int hour)")) {
            // A narrowing cast keeps the body right for every type.
            String shop = SHOP.replace(open + " { return hour; }", changed + " { return (int) hour; }");
            assertThat(signatures(shop)).as(changed).isNotEqualTo(recorded.signatures());
        }
    }

    @Test
    void aChangedTypeIsADifference() throws IOException {
        assertThat(signatures(SHOP.replace("public class", "public final class")))
                .contains("shop.Shop: public final class");
        assertThat(signatures(SHOP.replace("Shop {", "Shop implements Runnable { public void run() {}")))
                .contains("shop.Shop: public class implements java.lang.Runnable");
    }

    @Test
    void whatIsHiddenOrInternalMayChange() throws IOException {
        String other = SHOP.replace("int hidden()", "long hiddenNow()").replace("void recount()", "int recount(int n)");
        assertThat(signatures(other.replace("int n) {}", "int n) { return n; }")))
                .isEqualTo(recorded.signatures());
    }

    @Test
    void aPackageThatNobodyDecidedIsAMistake() throws IOException {
        List<Class<?>> types = compiled(SHOP.replace("package shop;", "package cellar;"));

        assertThat(recorded.mistakes(types))
                .contains("cellar is neither stable nor internal", "shop is in the head, and not public in the module");
        assertThat(recorded.of(types).signatures()).isEmpty();
    }

    @Test
    void aHeadWithoutAMeaningIsRefused() {
        RecordedApi misspelt = new RecordedApi(List.of("stabel shop"), List.of());

        assertThatThrownBy(() -> misspelt.of(List.of(String.class)))
                .hasMessageContaining("write 'stable NAME', 'internal NAME' or '# TEXT' instead of: stabel shop");
    }

    private List<String> signatures(String source) throws IOException {
        return recorded.of(compiled(source)).signatures();
    }

    private List<Class<?>> compiled(String source) throws IOException {
        Path folder = Files.createTempDirectory(directory, "shop");
        Path file = Files.writeString(folder.resolve("Shop.java"), source);
        Path classes = Files.createDirectory(folder.resolve("classes"));
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", classes.toString(), file.toString());
        assertThat(status).as(source).isZero();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            List<Class<?>> types = ApiRecord.publicTypesIn(classes, loader, name -> true);
            assertThat(ApiRecord.of(types)).isNotEmpty();
            return types;
        }
    }
}
