/**
 * Third step: candidates in, variants with the job's own utility in [0, 1] out.
 */
@NullMarked
package org.atomizable.core.score;

import org.jspecify.annotations.NullMarked;
