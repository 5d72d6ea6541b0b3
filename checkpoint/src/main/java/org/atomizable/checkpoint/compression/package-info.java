/**
 * Compresses and decompresses shards.
 *
 * <p>Input and output: the bytes of a shard. This is the only package that uses a compression library, and that library
 * is optional.
 */
@NullMarked
package org.atomizable.checkpoint.compression;

import org.jspecify.annotations.NullMarked;
