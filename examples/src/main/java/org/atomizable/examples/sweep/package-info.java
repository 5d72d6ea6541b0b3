/**
 * A job with parameters, of which a sweep tries many settings.
 *
 * <p>Input: the names of this JDK, a rate, a regularisation and a seed. Output: how many languages of unseen names are
 * told. This package never looks at the other settings; the command line compares them.
 */
@NullMarked
package org.atomizable.examples.sweep;

import org.jspecify.annotations.NullMarked;
