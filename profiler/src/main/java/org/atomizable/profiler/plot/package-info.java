/**
 * Pictures of profiles, for people.
 *
 * <p>In come profiles and their bounds, out go PNG files. Nothing here decides anything, and no display is needed: pictures
 * are drawn in memory.
 */
@NullMarked
package org.atomizable.profiler.plot;

import org.jspecify.annotations.NullMarked;
