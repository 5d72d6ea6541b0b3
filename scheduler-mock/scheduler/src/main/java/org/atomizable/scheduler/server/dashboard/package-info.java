/**
 * The dashboard: its pages, and the calls that only it makes.
 *
 * <p>Input: what the market shows. Output: pages, tables and differences of the timeline. The package changes nothing except by calls of the
 * protocol.
 */
@NullMarked
package org.atomizable.scheduler.server.dashboard;

import org.jspecify.annotations.NullMarked;
