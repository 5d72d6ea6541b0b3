package org.atomizable.api.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What every module owes its users: a change of what they may use changes a file, so that a review shows it. {@code docs/publishing.md}
 * says what is promised.
 */
public abstract class ApiRecordContract {

    private static final Pattern EXPORT = Pattern.compile("exports (\\S+);");

    private final String module;
    private final Class<?> inModule;
    private final List<String> roots;

    /**
     * Creates the tests of a module.
     *
     * @param module the module's folder, and the name of its record
     * @param inModule any class of the module
     * @param roots the names that its packages begin with; the first is the module's own name
     */
    protected ApiRecordContract(String module, Class<?> inModule, String... roots) {
        this.module = module;
        this.inModule = inModule;
        this.roots = List.of(roots);
    }

    @Test
    void theApiIsTheOneOnRecord() throws Exception {
        RecordedApi recorded = RecordedApi.read(file());
        RecordedApi now = recorded.of(types());
        if ("update".equals(System.getProperty("api.record"))) {
            Files.writeString(file(), now.text());
        }
        assertThat(now.signatures()).isNotEmpty();
        assertThat(now.text())
                .as(
                        "The API differs from %s. If that is meant, run the command at its head, and commit the file",
                        file())
                .isEqualTo(Files.readString(file()));
    }

    @Test
    void everyPackageIsStableOrInternal() throws Exception {
        assertThat(RecordedApi.read(file()).mistakes(types()))
                .as("Decide at the head of %s", file())
                .isEmpty();
    }

    @Test
    void theModuleHasANameAndExportsWhatIsStable() throws IOException {
        Path declaration = Path.of("src", "main", "java", "module-info.java");
        if (Files.exists(declaration)) {
            String text = Files.readString(declaration);
            assertThat(text).contains("module " + roots.get(0) + " {");
            assertThat(RecordedApi.read(file()).stable())
                    .containsExactlyInAnyOrderElementsOf(EXPORT.matcher(text)
                            .results()
                            .map(it -> it.group(1))
                            .toList());
        } else {
            assertThat(Files.readString(Path.of("pom.xml")))
                    .contains("<Automatic-Module-Name>" + roots.get(0) + "</Automatic-Module-Name>");
        }
    }

    private Path file() {
        return Path.of("api", module + ".txt");
    }

    final List<Class<?>> types() throws IOException, URISyntaxException {
        Path classes = Path.of(
                inModule.getProtectionDomain().getCodeSource().getLocation().toURI());
        return ApiRecord.publicTypesIn(
                classes,
                inModule.getClassLoader(),
                name -> roots.stream().anyMatch(root -> name.startsWith(root + ".")));
    }
}
