package org.atomizable.core.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PythonModuleTest {

    /** Says what Python's own libraries find in the two packages. */
    private static final String CHECK = """
        import base64, csv, hashlib, io, sys, tarfile, zipfile
        wheel, source = sys.argv[1:]
        with zipfile.ZipFile(wheel) as zip, tarfile.open(source) as tar:
            info = [it for it in zip.namelist() if it.endswith("/RECORD")][0]
            rows = {row[0]: row[1:] for row in csv.reader(io.StringIO(zip.read(info).decode()))}
            assert sorted(rows) == sorted(zip.namelist()) and rows.pop(info) == ["", ""]
            for name, (digest, length) in rows.items():
                found = base64.urlsafe_b64encode(hashlib.sha256(zip.read(name)).digest()).decode().rstrip("=")
                assert [digest, length] == ["sha256=" + found, str(len(zip.read(name)))], name
                if name.startswith("atomizable/"):
                    file = tar.extractfile(source.split("/")[-1][:-len(".tar.gz")] + "/" + name)
                    assert file.read() == zip.read(name), name
            assert "atomizable/py.typed" in rows
        sys.path.insert(0, wheel)
        import atomizable
        print("version", atomizable.__version__)
        """;

    private static final Path PYTHON = Path.of("/usr/bin/python3");

    @TempDir
    Path directory;

    private static String said(Map<String, String> environment, String... command) throws Exception {
        ProcessBuilder python = new ProcessBuilder(Stream.concat(Stream.of(PYTHON.toString()), Stream.of(command))
                        .toList())
                .redirectErrorStream(true);
        python.environment().putAll(environment);
        Process process = python.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    @Test
    void theOneFileHoldsEachPartOnceAndImportsNoneOfThem() throws Exception {
        PythonModule module = PythonModule.read();

        assertThat(module.oneFile()).doesNotContain("\nfrom .");
        Map<String, Integer> copies = new TreeMap<>();
        Matcher definitions = Pattern.compile("(?m)^(?:class|def) (\\w+)").matcher(module.oneFile());
        while (definitions.find()) {
            copies.merge(definitions.group(1), 1, Integer::sum);
        }
        assertThat(copies).containsKeys("state", "steps", "_Encoder", "_Decoder", "_Look");
        assertThat(copies.values()).containsOnly(1);
    }

    @Test
    void theVersionIsThatOfTheProject() throws Exception {
        Matcher version = Pattern.compile("<version>(.*?)</version>").matcher(Files.readString(Path.of("../pom.xml")));
        assertThat(version.find()).isTrue();

        assertThat(PythonModule.read().version()).isEqualTo(version.group(1).replace("-SNAPSHOT", ".dev0"));
    }

    @Test
    void aWheelAndASourceDistributionHoldThePackage() throws Exception {
        assumeTrue(Files.isExecutable(PYTHON), "python3 is not installed, so packages are not read");
        List<Path> packages = PythonModule.read().writePackages(directory.resolve("dist"));

        assertThat(said(
                        Map.of(),
                        "-c",
                        CHECK,
                        packages.get(0).toString(),
                        packages.get(1).toString()))
                .isEqualTo("version %s\n", PythonModule.read().version());
        assertThat(said(Map.of("PYTHONPATH", packages.get(0).toString()), "-m", "atomizable"))
                .startsWith("Makes a loop stoppable after any step");
    }

    @Test
    void equalModulesMakeEqualPackages() throws Exception {
        List<Path> one = PythonModule.read().writePackages(directory.resolve("one"));
        List<Path> two = PythonModule.read().writePackages(directory.resolve("two"));

        for (int i = 0; i < one.size(); i++) {
            assertThat(one.get(i)).hasSameBinaryContentAs(two.get(i));
        }
    }
}
