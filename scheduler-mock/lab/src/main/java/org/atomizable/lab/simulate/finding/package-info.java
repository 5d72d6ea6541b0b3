/**
 * The page of findings: a plan of experiments, the files with their results, and the page and the pictures that are made of these files.
 *
 * <p>Input: a plan, and something that simulates the points of its experiments. Output: result files, Markdown and SVG. Every figure and
 * every conclusion of the page is computed from the result files; the same files give the same bytes. The package never simulates itself.
 */
@NullMarked
package org.atomizable.lab.simulate.finding;

import org.jspecify.annotations.NullMarked;
