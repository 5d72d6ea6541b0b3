/**
 * Draws pictures of profiles.
 *
 * <p>Input: profiles and their bounds. Output: PNG files. It decides nothing and needs no display: it draws in memory.
 */
@NullMarked
package org.atomizable.profiler.plot;

import org.jspecify.annotations.NullMarked;
