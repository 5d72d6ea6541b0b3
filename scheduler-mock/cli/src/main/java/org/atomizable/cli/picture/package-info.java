/**
 * Draws what happened on a cluster.
 *
 * <p>Input: slices and a timeline, as the protocol describes them. Output: a PNG file. It needs no display and makes no
 * call.
 */
@NullMarked
package org.atomizable.cli.picture;

import org.jspecify.annotations.NullMarked;
