/**
 * Second step: the atoms that fit in, a few candidate subjobs of different length out.
 */
@NullMarked
package org.atomizable.core.variant;

import org.jspecify.annotations.NullMarked;
