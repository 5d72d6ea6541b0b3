/**
 * {@code atomizable checkpoint}: the commands for a checkpoint store. Each command is one class that reads its options,
 * asks the catalog, and prints the result.
 */
@NullMarked
package org.atomizable.cli.checkpoint;

import org.jspecify.annotations.NullMarked;
