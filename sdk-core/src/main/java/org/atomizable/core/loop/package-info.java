/**
 * Jobs whose loop stays in {@code main}. Input: a class with a {@code main} that iterates over an {@link
 * org.atomizable.api.Run}. Output: an {@link org.atomizable.api.Atomizable} whose atoms are the turns.
 *
 * <p>It runs {@code main} on a thread of its own and lets either that thread or its caller go, never both. It never stops a turn,
 * and it decides nothing about windows.
 */
@NullMarked
package org.atomizable.core.loop;

import org.jspecify.annotations.NullMarked;
