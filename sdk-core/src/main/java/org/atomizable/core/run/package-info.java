/**
 * Step 6. Input: a job, its checkpoint store and a plan. Output: the committed state and a report.
 *
 * <p>It restores the newest checkpoint, runs atoms while the guards allow it, saves and commits. It knows no scheduler
 * and no other process.
 */
@NullMarked
package org.atomizable.core.run;

import org.jspecify.annotations.NullMarked;
