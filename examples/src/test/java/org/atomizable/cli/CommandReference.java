package org.atomizable.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Writes the command line's own description of itself as a page. */
final class CommandReference {

    private static final String FIRST_LINES = """
        # Command line

        All commands of `./atomizable`. Each also has `--help`. A command that has `--json` prints a result that programs can read, and
        nothing else, to standard output. [Configuration](configuration.md) lists what can be set outside of the command line.

        A test writes this page from the program and compares it with the program. Codes that the shell, a signal or a build brings about
        stand on the page for [operators](../operations.md#how-a-run-ends).
        """;
    private static final int LONGEST_LINE = 135;
    /** An option of so many commands is explained once. */
    private static final int MANY = 3;

    private static final List<String> STANDARD = List.of("-h", "--help", "-V", "--version");

    private final StringBuilder page = new StringBuilder(FIRST_LINES);
    private final Map<String, Integer> commandsWithRow = new LinkedHashMap<>();

    private CommandReference() {}

    /** Returns the page in Markdown. */
    static String of(CommandLine line) {
        CommandReference reference = new CommandReference();
        reference.exitCodes(line.getCommandSpec());
        line.getSubcommands().values().forEach(it -> reference.count(it.getCommandSpec()));
        reference.shared();
        line.getSubcommands().values().forEach(it -> reference.add(it.getCommandSpec()));
        return reference.page.toString();
    }

    private void exitCodes(CommandSpec top) {
        page.append("\n## Exit codes\n\n| code | meaning |\n|---|---|\n");
        top.usageMessage()
                .exitCodeList()
                .forEach((code, meaning) -> page.append("| %s | %s |%n".formatted(code, cell(meaning))));
    }

    private void add(CommandSpec command) {
        if (command.usageMessage().hidden()) {
            return;
        }
        String depth = command.parent().parent() == null ? "##" : "###";
        page.append("%n%s %s%n%n".formatted(depth, command.qualifiedName()));
        page.append(wrapped(text(command.usageMessage().description())));
        Map<Boolean, List<String>> rows = rows(command).stream().collect(Collectors.partitioningBy(this::isShared));
        table(rows.get(false));
        if (!rows.get(true).isEmpty()) {
            String names = rows.get(true).stream().map(CommandReference::name).collect(Collectors.joining(", "));
            page.append('\n').append(wrapped("And of the [shared options](#shared-options): " + names));
        }
        // A command that has a second name is there twice.
        command.subcommands().values().stream().distinct().forEach(it -> add(it.getCommandSpec()));
    }

    private void count(CommandSpec command) {
        if (!command.usageMessage().hidden()) {
            rows(command).forEach(it -> commandsWithRow.merge(it, 1, Integer::sum));
            command.subcommands().values().stream().distinct().forEach(it -> count(it.getCommandSpec()));
        }
    }

    private boolean isShared(String row) {
        return row.startsWith("| `-") && !row.contains(" Required") && commandsWithRow.getOrDefault(row, 0) >= MANY;
    }

    private void shared() {
        page.append("\n## Shared options\n");
        table(commandsWithRow.keySet().stream().filter(this::isShared).toList());
    }

    private void table(List<String> rows) {
        if (!rows.isEmpty()) {
            page.append("\n| argument | meaning |\n|---|---|\n");
            rows.forEach(page::append);
        }
    }

    private static List<String> rows(CommandSpec command) {
        List<String> rows = new ArrayList<>();
        command.positionalParameters().stream().filter(it -> !it.hidden()).forEach(it -> rows.add(row(label(it), it)));
        command.options().stream()
                .filter(it -> !it.hidden() && !STANDARD.contains(it.longestName()))
                .forEach(it -> rows.add(row(label(it), it)));
        return rows;
    }

    /** Returns the argument that a row is about, as in {@code `--store`}. */
    private static String name(String row) {
        return row.replaceFirst("^\\| (`[^`, ]+).*\\R$", "$1`");
    }

    private static String row(String label, ArgSpec argument) {
        String meaning = text(argument.description());
        if (argument.required() && argument.group() != null && argument.group().exclusive()) {
            meaning += " Required unless %s is given."
                    .formatted(argument.group().args().stream()
                            .filter(it -> it != argument)
                            .map(it -> code(((OptionSpec) it).longestName()))
                            .collect(Collectors.joining(", ")));
        } else if (argument.required()) {
            meaning += " Required.";
        } else if (argument.defaultValue() != null
                && !argument.defaultValue().isEmpty()
                && !meaning.toLowerCase(Locale.ROOT).contains("default")) {
            meaning += " Default: %s.".formatted(argument.defaultValue());
        }
        return "| %s | %s |%n".formatted(label, cell(meaning.strip()));
    }

    private static String label(PositionalParamSpec parameter) {
        return code(parameter.paramLabel() + (parameter.arity().max() > 1 ? " …" : ""));
    }

    private static String label(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        String names = String.join(", ", option.names());
        return code(names + value);
    }

    private static String text(String... lines) {
        return String.join(" ", lines)
                .replace("%n", " ")
                .replace("%%", "%")
                .replace("<", "&lt;")
                .replace("*", "\\*")
                .strip();
    }

    private static String wrapped(String paragraph) {
        StringBuilder lines = new StringBuilder();
        int length = 0;
        for (String word : paragraph.split("\\s+")) {
            boolean full = length + word.length() >= LONGEST_LINE;
            lines.append(length == 0 ? "" : full ? "\n" : " ").append(word);
            length = (full ? 0 : length) + word.length() + 1;
        }
        return lines.append('\n').toString();
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace('\n', ' ');
    }

    private static String code(String text) {
        return "`" + text.replace("|", "\\|") + "`";
    }
}
