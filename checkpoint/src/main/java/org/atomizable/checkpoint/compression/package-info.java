/**
 * Shards made smaller, and made whole again. The only package that knows a compression library, which is optional.
 */
@NullMarked
package org.atomizable.checkpoint.compression;

import org.jspecify.annotations.NullMarked;
