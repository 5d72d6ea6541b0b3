/**
 * Saved states in memory. Input: a job at a safe point. Output: a copy of its state, which can be restored and compared.
 *
 * <p>It changes no job and writes no file.
 */
@NullMarked
package org.atomizable.testkit.state;

import org.jspecify.annotations.NullMarked;
