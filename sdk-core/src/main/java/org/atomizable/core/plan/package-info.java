/**
 * The plan of one subjob, in five pure steps: {@link org.atomizable.core.plan.Feasible} says how many atoms fit a
 * window; {@link org.atomizable.core.plan.Candidates} offers subjobs of different lengths; {@link
 * org.atomizable.core.plan.Situation} scores them by the job's own utility in [0, 1]; {@link
 * org.atomizable.core.plan.Answers} makes the answer to the window. After a grant {@link
 * org.atomizable.core.plan.Materialized} is the subjob, or the reason to hand the grant back.
 *
 * <p>The package sends nothing, runs nothing, and sees no other job. Besides memory and time it checks the overhead
 * limit: a subjob that would spend too large a share of its time on restore and checkpoint is not worth its window.
 */
@NullMarked
package org.atomizable.core.plan;

import org.jspecify.annotations.NullMarked;
