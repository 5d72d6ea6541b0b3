/**
 * Step 2. Input: the number of atoms that fit. Output: a few candidate subjobs of different lengths. It scores nothing.
 */
@NullMarked
package org.atomizable.core.variant;

import org.jspecify.annotations.NullMarked;
