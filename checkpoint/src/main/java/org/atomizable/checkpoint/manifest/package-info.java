/**
 * What a checkpoint says of itself: its name, its manifest and the manifest's JSON.
 *
 * <p>In come and out go values; it reads and writes no file. The format is specified in {@code docs/checkpoint-format.md}.
 */
@NullMarked
package org.atomizable.checkpoint.manifest;

import org.jspecify.annotations.NullMarked;
