package org.atomizable.core.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A wish for a slice.
 *
 * @param chain the chain that it belongs to: 1 to 60 letters, digits, dots and hyphens
 * @param link the number of the link that will run
 * @param script the program that runs on the slice
 * @param log the file that gets the program's output
 * @param length how long it may run
 * @param least the length with which it may start sooner, where only that fits; no more than {@code length}
 * @param after the id of the claim after whose end it starts at the earliest, however that ends
 */
public record Claim(
        String chain, int link, Path script, Path log, Duration length, Duration least, Optional<String> after) {}
