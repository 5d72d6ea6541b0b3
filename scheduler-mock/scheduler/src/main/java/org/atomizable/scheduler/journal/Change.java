package org.atomizable.scheduler.journal;

import java.util.Optional;

/**
 * A row to be written.
 *
 * @param value as JSON; empty if the row is to go
 */
public record Change(Table table, String key, Optional<String> value) {}
