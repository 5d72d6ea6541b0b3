/**
 * Sixth step: a job, its checkpoint store and a plan in; the state committed and a report out.
 *
 * <p>Restores the newest checkpoint, runs atoms while the guards allow, saves and commits. It knows no scheduler and no
 * process but its own.
 */
@NullMarked
package org.atomizable.core.run;

import org.jspecify.annotations.NullMarked;
