/**
 * Where a store is, as a person writes it: a directory's path, or a URL whose scheme names a {@link
 * org.atomizable.checkpoint.location.CheckpointStoreProvider}.
 *
 * <p>In comes text; out comes a {@link org.atomizable.checkpoint.location.StoreLocation}, which opens, removes and names
 * stores. It is the only package that looks at schemes.
 */
@NullMarked
package org.atomizable.checkpoint.location;

import org.jspecify.annotations.NullMarked;
