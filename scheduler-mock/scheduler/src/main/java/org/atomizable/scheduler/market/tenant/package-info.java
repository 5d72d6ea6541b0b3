/**
 * The rules for tenants: fair shares, credits and quotas.
 *
 * <p>Input: the time that each tenant held slices, and prices. Output: deficits, credits, and whether a tenant may hold more. The package
 * never chooses a winner.
 */
@NullMarked
package org.atomizable.scheduler.market.tenant;

import org.jspecify.annotations.NullMarked;
