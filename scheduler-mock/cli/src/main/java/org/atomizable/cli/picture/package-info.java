/**
 * Pictures of what happened.
 *
 * <p>In come slices and a timeline, as the protocol tells them; out goes a PNG file. It needs no display and asks nobody
 * anything.
 */
@NullMarked
package org.atomizable.cli.picture;

import org.jspecify.annotations.NullMarked;
