package org.atomizable.core.engine;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The program of a link, for a POSIX shell. */
final class ShellScript {

    private ShellScript() {}

    static String of(Chain.Order order, Path link) {
        StringBuilder script = new StringBuilder("#!/bin/sh\n");
        Map<String, String> environment = new TreeMap<>(order.environment());
        environment.put(Link.VARIABLE, link.toString());
        environment.forEach((name, value) -> script.append("export ")
                .append(name)
                .append('=')
                .append(quoted(value))
                .append('\n'));
        script.append("cd ").append(quoted(order.directory())).append(" || exit 1\n");
        script.append("exec ")
                .append(order.command().stream().map(ShellScript::quoted).collect(Collectors.joining(" ")))
                .append('\n');
        return script.toString();
    }

    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
