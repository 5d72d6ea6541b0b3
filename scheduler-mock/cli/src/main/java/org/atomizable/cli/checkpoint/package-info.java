/**
 * {@code atomizable checkpoint}: what a person does with a store of checkpoints. Each command is one class that reads its
 * options, asks the catalog, and prints.
 */
@NullMarked
package org.atomizable.cli.checkpoint;

import org.jspecify.annotations.NullMarked;
