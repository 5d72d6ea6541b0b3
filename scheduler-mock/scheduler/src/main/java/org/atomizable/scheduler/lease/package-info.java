/**
 * Grants as leases: who holds which slice until when, under which fencing token, and how a lease ends.
 *
 * <p>In come windows to be granted and what their holders say; out go grants, refusals, and the leases that time or their
 * holders have ended. A lease lives until its end or until its holder has been silent for too long, whichever comes
 * first. No two live leases of a slice or of a job share an instant, and a job name's tokens only ever grow. The
 * instant is always given by the caller: nothing here knows a clock or sends anything.
 */
@NullMarked
package org.atomizable.scheduler.lease;

import org.jspecify.annotations.NullMarked;
