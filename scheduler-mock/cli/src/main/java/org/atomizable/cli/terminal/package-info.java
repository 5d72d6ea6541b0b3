/**
 * What a person sees while long work goes on: lines that scroll, and bars that stay below them.
 *
 * <p>Where nobody watches a terminal, the bars are left out and every line is plain.
 */
@NullMarked
package org.atomizable.cli.terminal;

import org.jspecify.annotations.NullMarked;
