package org.atomizable.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The defaults of the scheduler's options that the command line leaves out: the environment's {@code ATOMIZABLE_SCHEDULER_PORT} for
 * {@code --port}, else {@code port = …} in the file that {@code --config} names.
 */
final class SchedulerDefaults implements IDefaultValueProvider {

    static final String CONFIG = "--config";

    private static final Logger LOG = LoggerFactory.getLogger(SchedulerDefaults.class);
    private static final String PREFIX = "ATOMIZABLE_SCHEDULER_";

    /** Kubernetes sets such variables in every pod, for a service called atomizable-scheduler or atomizable-scheduler-x. */
    private static final Pattern OF_A_SERVICE = Pattern.compile(
            PREFIX + "(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)");

    private static final Pattern ADDRESS_OF_A_SERVICE = Pattern.compile("(tcp|udp|sctp)://.*");

    /** An option's value, and where it was found. */
    private record Setting(String value, String origin) {}

    /** The options that the command line gives, whatever is set elsewhere. */
    private final List<String> arguments;

    private final Map<String, String> environment;
    private final Map<String, Setting> byName = new HashMap<>();

    private SchedulerDefaults(List<String> arguments, Map<String, String> environment) {
        this.arguments = arguments;
        this.environment = environment;
    }

    /**
     * Reads the environment, and the file that it or the arguments name, if they name one.
     *
     * @throws IllegalArgumentException if the file cannot be read, or something is set that is no option
     */
    static SchedulerDefaults of(List<String> arguments, CommandSpec command, Map<String, String> environment) {
        SchedulerDefaults defaults = new SchedulerDefaults(arguments, environment);
        Map<String, String> names = new TreeMap<>();
        command.options().stream()
                .filter(it -> !it.usageHelp() && !it.versionHelp())
                .forEach(it -> names.put(key(it), it.names()[0]));
        Map<String, Setting> variables = variables(names, environment);
        config(arguments)
                .or(() -> Optional.ofNullable(variables.get(CONFIG)).map(Setting::value))
                .ifPresent(file -> defaults.byName.putAll(lines(file, names)));
        defaults.byName.putAll(variables);
        defaults.byName.remove(CONFIG);
        return defaults;
    }

    /**
     * Reads everything again, and returns the options that it sets otherwise now.
     *
     * @throws IllegalArgumentException as {@link #of}
     */
    List<String> changed(CommandSpec command) {
        SchedulerDefaults now = of(arguments, command, environment);
        return command.options().stream()
                .map(it -> it.names()[0])
                .filter(it -> !isGiven(it) && !value(it).equals(now.value(it)))
                .toList();
    }

    private Optional<String> value(String option) {
        return Optional.ofNullable(byName.get(option)).map(Setting::value);
    }

    private boolean isGiven(String option) {
        return arguments.stream().anyMatch(it -> it.equals(option) || it.startsWith(option + "="));
    }

    private static Optional<String> config(List<String> arguments) {
        for (int index = 0; index < arguments.size(); index++) {
            String each = arguments.get(index);
            if (each.startsWith(CONFIG + "=")) {
                return Optional.of(each.substring(CONFIG.length() + 1));
            }
            if (each.equals(CONFIG) && index + 1 < arguments.size()) {
                return Optional.of(arguments.get(index + 1));
            }
        }
        return Optional.empty();
    }

    private static Map<String, Setting> variables(Map<String, String> names, Map<String, String> environment) {
        Map<String, String> known = names.entrySet().stream()
                .collect(Collectors.toMap(
                        it -> PREFIX + it.getKey().toUpperCase(Locale.ROOT).replace('-', '_'), Map.Entry::getValue));
        Map<String, Setting> settings = new HashMap<>();
        new TreeMap<>(environment).forEach((variable, value) -> {
            if (!variable.startsWith(PREFIX)) {
                return;
            }
            if (OF_A_SERVICE.matcher(variable).matches()
                    || (variable.endsWith("_PORT")
                            && ADDRESS_OF_A_SERVICE.matcher(value).matches())) {
                LOG.info("The environment variable {} is ignored: Kubernetes sets it for a service.", variable);
            } else if (known.containsKey(variable)) {
                settings.put(known.get(variable), new Setting(value, "the environment variable " + variable));
            } else {
                throw new IllegalArgumentException(
                        "the environment variable %s sets no option; unset it, or name one of %s"
                                .formatted(variable, new TreeSet<>(known.keySet())));
            }
        });
        return settings;
    }

    private static Map<String, Setting> lines(String file, Map<String, String> names) {
        Map<String, Setting> settings = new HashMap<>();
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(Files.newInputStream(Path.of(file)), StandardCharsets.UTF_8))) {
            int number = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                number++;
                int first = number;
                // Some editors begin a file with a byte order mark.
                line = number == 1 ? line.replaceFirst("^\uFEFF", "") : line;
                while (isContinued(line)) {
                    line += "\n" + Optional.ofNullable(in.readLine()).orElse("");
                    number++;
                }
                Properties one = new Properties();
                one.load(new StringReader(line));
                for (String key : one.stringPropertyNames()) {
                    String origin = "%s, line %s,".formatted(file, first);
                    if (line.contains("\uFFFD")) {
                        throw new IllegalArgumentException(origin + " is not in UTF-8; save the file so");
                    }
                    if (!names.containsKey(key)) {
                        throw new IllegalArgumentException("%s sets \"%s\", which is not an option; the options are %s"
                                .formatted(origin, key, names.keySet()));
                    }
                    if (CONFIG.equals(names.get(key))) {
                        throw new IllegalArgumentException(
                                "%s sets \"%s\": a configuration cannot name another one; remove the line"
                                        .formatted(origin, key));
                    }
                    if (one.getProperty(key).chars().anyMatch(Character::isISOControl)) {
                        throw new IllegalArgumentException(
                                "%s gives \"%s\" a tab or another control character; write \\\\ for a backslash"
                                        .formatted(origin, key));
                    }
                    Setting before = settings.put(
                            names.get(key), new Setting(one.getProperty(key).stripTrailing(), origin));
                    if (before != null) {
                        throw new IllegalArgumentException(
                                ("%s sets \"%s\" again: %s did so before. Keep one of the lines; what may be given several times"
                                                + " stands in one, with commas between")
                                        .formatted(origin, key, before.origin().replaceFirst(",$", "")));
                    }
                }
            }
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(
                    "the configuration %s cannot be read: %s"
                            .formatted(
                                    file,
                                    unreadable instanceof FileSystemException of
                                            ? Main.reason(of)
                                            : unreadable.getMessage()),
                    unreadable);
        }
        return settings;
    }

    /** An even number of backslashes at the end of a line are backslashes; one more continues it. A comment has none. */
    private static boolean isContinued(String line) {
        String text = line.stripLeading();
        String bare = text.replaceFirst("\\\\+$", "");
        return (text.length() - bare.length()) % 2 == 1 && !text.startsWith("#") && !text.startsWith("!");
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        return argument instanceof OptionSpec option ? value(option.names()[0]).orElse(null) : null;
    }

    /** Says where the options were set that a message is about, if not on the command line: each in a line of its own. */
    String origins(String message) {
        List<String> lines = new ArrayList<>();
        new TreeMap<>(byName).forEach((option, setting) -> {
            if (!isGiven(option) && isAbout(message, option, setting.value())) {
                lines.add("%s sets %s to \"%s\"".formatted(setting.origin(), option, setting.value()));
            }
        });
        return String.join("\n", lines);
    }

    /** Some messages name no option, but its value; short ones could stand for anything. */
    private static boolean isAbout(String message, String option, String value) {
        return Pattern.compile(Pattern.quote(option) + "(?![\\w-])")
                        .matcher(message)
                        .find()
                || (value.length() > 2 && message.contains(value));
    }

    private static String key(OptionSpec option) {
        return Arrays.stream(option.names())
                .filter(it -> it.startsWith("--"))
                .findFirst()
                .orElse(option.names()[0])
                .replaceFirst("^-+", "");
    }
}
