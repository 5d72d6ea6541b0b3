/**
 * How this module reads JSON.
 *
 * <p>Input: the limits of a kind of text. Output: a factory of its parsers. It reads nothing itself.
 */
@NullMarked
package org.atomizable.checkpoint.json;

import org.jspecify.annotations.NullMarked;
