package org.atomizable.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code atomizable.py} promises: it runs on Python 3.8, which few machines still have. */
class PythonVersionTest {

    /** Reads a file by the grammar of 3.8, and looks for what the language and its library have got since then. */
    private static final String CHECK = """
        import ast, sys

        NEW_MODULES = {"zoneinfo", "graphlib", "tomllib", "annotationlib", "string.templatelib", "compression"}
        NEW_NAMES = {"removeprefix", "removesuffix", "randbytes", "pairwise", "batched", "bit_count", "nextafter", "lcm",
                     "to_thread", "TaskGroup", "chdir", "file_digest", "cache", "is_relative_to", "readlink", "walk",
                     "UTC", "StrEnum", "aclosing", "anext", "aiter", "EncodingWarning", "BaseExceptionGroup",
                     "ExceptionGroup", "add_note", "waitstatus_to_exitcode", "hardlink_to", "sumprod", "cbrt", "exp2"}
        GENERIC = {"list", "dict", "set", "tuple", "frozenset", "type"}
        tree = ast.parse(open(sys.argv[1]).read(), feature_version=(3, 8))
        found = []
        for node in ast.walk(tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                modules = [it.name for it in node.names] if isinstance(node, ast.Import) else [node.module]
                found += [it for it in modules if it in NEW_MODULES]
            if isinstance(node, ast.Attribute) and node.attr in NEW_NAMES and ast.unparse(node) != "ast.walk":
                found.append("%s in line %s" % (node.attr, node.lineno))
            if isinstance(node, ast.Name) and node.id in NEW_NAMES:
                found.append("%s in line %s" % (node.id, node.lineno))
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in GENERIC:
                found.append("%s[...] in line %s" % (node.value.id, node.lineno))
            if isinstance(node, ast.keyword) and node.arg in ("missing_ok", "strict", "slots", "kw_only"):
                if node.arg != "missing_ok":
                    found.append("%s= in line %s" % (node.arg, node.value.lineno))
        print("newer than 3.8: " + ", ".join(found) if found else "runs on 3.8")
        """;

    @TempDir
    Path directory;

    @Test
    void theModuleNeedsNothingThatIsNewerThanPython38() throws Exception {
        Python.program(directory, "misbehaving.py");

        assertThat(checked(directory.resolve("atomizable.py"))).isEqualTo("runs on 3.8");
    }

    @Test
    void whatIsNewerIsFound() throws Exception {
        assertThat(checked("match x:\n    case 1: pass\n"))
                .contains("SyntaxError", "Pattern matching is only supported in Python 3.10");
        assertThat(checked("with (open('a') as a, open('b') as b): pass\n")).contains("SyntaxError");
        assertThat(checked("try: pass\nexcept* OSError: pass\n")).contains("SyntaxError");
        assertThat(checked("'a'.removeprefix('b')\n")).isEqualTo("newer than 3.8: removeprefix in line 1");
        assertThat(checked("x = list[int]\nimport tomllib\n"))
                .startsWith("newer than 3.8: ")
                .contains("list[...] in line 1", "tomllib");
        assertThat(checked("if (n := 3) > 2: print(f'{n=}')\n")).isEqualTo("runs on 3.8");
    }

    private String checked(String program) throws Exception {
        return checked(Files.writeString(directory.resolve("program.py"), program));
    }

    private String checked(Path program) throws IOException, InterruptedException {
        Path check = Files.writeString(directory.resolve("check.py"), CHECK);
        Process python = new ProcessBuilder(Python.command(), check.toString(), program.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        python.waitFor();
        return said;
    }
}
