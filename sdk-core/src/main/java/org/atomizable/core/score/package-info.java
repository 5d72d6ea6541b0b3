/**
 * Step 3. Input: candidates. Output: variants with the job's own utility in [0, 1]. It never sees other jobs.
 */
@NullMarked
package org.atomizable.core.score;

import org.jspecify.annotations.NullMarked;
