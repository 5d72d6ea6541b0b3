/**
 * What the work of a scheduler was worth, as numbers and as pictures.
 *
 * <p>Input: what was done, from {@code schedule}. Output: figures with intervals, and SVG.
 */
@NullMarked
package org.atomizable.lab.simulate.figure;

import org.jspecify.annotations.NullMarked;
