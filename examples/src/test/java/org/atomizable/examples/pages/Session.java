package org.atomizable.examples.pages;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Runs lines of a page in one shell, in a directory that holds the page's files and the launcher.
 *
 * <p>A page that talks to a scheduler which it does not start finds one whose slices have no other load. What else a reader must have
 * before is made by a script of the test's resources, {@code pages/docs/profiles.sh} for {@code docs/profiles.md}.
 */
final class Session {

    /** Only what hangs is ended: on a busy machine lines take ten times as long. */
    private static final long MOST_MINUTES = 30;

    private static final Pattern SCHEDULER = Pattern.compile("(?s)\\s*(\\./)?atomizable scheduler .*");
    private static final Pattern IN_BACKGROUND = Pattern.compile("(?s).*&\\s*(#.*)?");

    private final Path directory;

    /** The directory must be empty. */
    Session(Path directory) {
        this.directory = directory;
    }

    /** Runs the statements in order, until one fails. */
    Program.Ended run(Page page, List<Statement> statements) throws IOException, InterruptedException {
        Path here = Files.createDirectory(directory.resolve("here"));
        Path launcher = here.resolve("atomizable");
        Files.writeString(launcher, resource("atomizable").orElseThrow());
        launcher.toFile().setExecutable(true);
        save(page, here);
        Path script = Files.writeString(directory.resolve("script"), script(page, statements));
        Path said = directory.resolve("said");
        ProcessBuilder bash = new ProcessBuilder("bash", script.toString())
                .directory(here.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile());
        String java = Path.of(System.getProperty("java.home"), "bin").toString();
        bash.environment().merge("PATH", here + ":" + java, (before, ours) -> ours + ":" + before);
        bash.environment().put("LISTENS", directory.resolve("listens").toString());
        bash.environment().put("TEST_CLASSPATH", System.getProperty("java.class.path"));
        bash.environment().put("HOME_OF_PROJECT", Page.HOME.toString());
        Process process = bash.start();
        process.getOutputStream().close();
        boolean ended = process.waitFor(MOST_MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.destroy();
            process.waitFor();
        }
        String all = Files.readString(said);
        return new Program.Ended(
                process.exitValue(), ended ? all : all + "\nand did not end in %s minutes".formatted(MOST_MINUTES));
    }

    private static void save(Page page, Path here) throws IOException {
        for (Block block : page.blocks()) {
            Optional<String> name = block.fileName();
            if (name.isPresent()) {
                Path file = Files.writeString(here.resolve(name.get()), block.text());
                file.toFile().setExecutable(block.text().startsWith("#!"));
            }
        }
    }

    private static String script(Page page, List<Statement> statements) throws IOException {
        StringBuilder script = new StringBuilder(resource("session.sh").orElseThrow());
        script.append(resource(page.name().replace(".md", ".sh")).orElse(""));
        boolean runs = false;
        for (Statement each : statements) {
            boolean starts = SCHEDULER.matcher(each.text()).matches();
            if (!runs && !starts && each.text().contains("--scheduler")) {
                script.append("starting\n./atomizable scheduler --no-tokens &\nlistening\n");
                runs = true;
            }
            script.append("echo '# ").append(each.place()).append("'\n");
            if (starts) {
                boolean background = IN_BACKGROUND.matcher(each.text()).matches();
                script.append("starting\n")
                        .append(background ? each.text() : "{\n" + each.text() + "} &\n")
                        .append("listening\n");
                runs = true;
            } else {
                script.append(each.text());
            }
        }
        return script.toString();
    }

    private static Optional<String> resource(String name) throws IOException {
        try (InputStream in = Session.class.getResourceAsStream("/pages/" + name)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
