/**
 * Pictures of simulations as SVG.
 *
 * <p>Input: figures, or a schedule with its workload. Output: the text of an SVG file, the same bytes for the same input. Colours are
 * those of Okabe and Ito, which colour-blind people can tell apart; each picture has a title and a description for screen readers. The
 * package computes no figures and writes no files.
 */
@NullMarked
package org.atomizable.lab.simulate.picture;

import org.jspecify.annotations.NullMarked;
