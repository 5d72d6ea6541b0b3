package org.atomizable.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * What the scheduler's options are where the command line does not say: the environment's {@code ATOMIZABLE_SCHEDULER_PORT} for
 * {@code --port}, else {@code port = …} in the file that {@code --config} names.
 */
final class SchedulerDefaults implements IDefaultValueProvider {

    static final String CONFIG = "--config";
    private static final String PREFIX = "ATOMIZABLE_SCHEDULER_";

    private final Map<String, String> environment;
    private final Properties file;

    private SchedulerDefaults(Map<String, String> environment, Properties file) {
        this.environment = environment;
        this.file = file;
    }

    /**
     * Reads the file that the arguments name, if they name one.
     *
     * @throws IllegalArgumentException if it cannot be read, or names what is no option
     */
    static SchedulerDefaults of(List<String> arguments, CommandSpec command, Map<String, String> environment) {
        Properties file = new Properties();
        config(arguments)
                .or(() -> Optional.ofNullable(environment.get(PREFIX + "CONFIG")))
                .ifPresent(name -> {
                    try (Reader in = Files.newBufferedReader(Path.of(name))) {
                        file.load(in);
                    } catch (IOException | IllegalArgumentException unreadable) {
                        throw new IllegalArgumentException(
                                "the configuration %s cannot be read: %s".formatted(name, unreadable.getMessage()),
                                unreadable);
                    }
                    requireKnown(name, file, command);
                });
        return new SchedulerDefaults(environment, file);
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

    private static void requireKnown(String name, Properties file, CommandSpec command) {
        Set<String> known = new TreeSet<>();
        command.options().forEach(it -> known.add(key(it)));
        for (String key : file.stringPropertyNames()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException(
                        ("the configuration %s sets \"%s\", which is not an option; the " + "options are %s")
                                .formatted(name, key, known));
            }
        }
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || option.names()[0].equals(CONFIG)) {
            return null;
        }
        String key = key(option);
        String variable = PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
        return environment.containsKey(variable) ? environment.get(variable) : file.getProperty(key);
    }

    private static String key(OptionSpec option) {
        return Arrays.stream(option.names())
                .filter(it -> it.startsWith("--"))
                .findFirst()
                .orElse(option.names()[0])
                .replaceFirst("^-+", "");
    }
}
