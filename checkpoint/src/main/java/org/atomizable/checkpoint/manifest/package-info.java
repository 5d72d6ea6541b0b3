/**
 * The description of a checkpoint: its name, its manifest, and the manifest's JSON.
 *
 * <p>Input and output are values. The package never reads or writes a file. The format is specified in
 * {@code docs/checkpoint-format.md}.
 */
@NullMarked
package org.atomizable.checkpoint.manifest;

import org.jspecify.annotations.NullMarked;
