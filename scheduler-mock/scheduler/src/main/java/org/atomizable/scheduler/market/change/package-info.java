/**
 * The changes of a market that the journal does not contain yet.
 *
 * <p>Input: changed rows. Output: the list of changes of one transaction. The package never writes a file.
 */
@NullMarked
package org.atomizable.scheduler.market.change;

import org.jspecify.annotations.NullMarked;
