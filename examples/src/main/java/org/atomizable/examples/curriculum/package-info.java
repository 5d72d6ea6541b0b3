/**
 * A training that grows: short contexts and small batches first, long and large ones later, with an evaluation every
 * twentieth atom.
 *
 * <p>Input: the text of the licence. Output: how often the next letter is told, after each evaluation. The loop says where
 * the stages begin and how much memory it holds; it never looks at slices.
 */
@NullMarked
package org.atomizable.examples.curriculum;

import org.jspecify.annotations.NullMarked;
