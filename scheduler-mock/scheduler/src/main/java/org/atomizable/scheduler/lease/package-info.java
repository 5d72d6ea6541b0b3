/**
 * Grants as leases: which job holds which slice until when, under which fencing token, and how a lease ends.
 *
 * <p>Input: windows to grant, and the messages of the holders. Output: grants, refusals, and the leases that have
 * ended. A lease lasts until its end or until its holder has been silent for too long, whichever comes first. Two live
 * leases of one slice or of one job never overlap. The tokens of a job name only increase. The caller always passes the
 * instant: the package never reads a clock and never sends anything.
 */
@NullMarked
package org.atomizable.scheduler.lease;

import org.jspecify.annotations.NullMarked;
