/**
 * The output of a market: messages to jobs through a mailbox, and events to an observer.
 *
 * <p>Input: windows, grants and their ends. Output: calls of the embedder's implementations. The package holds no state.
 */
@NullMarked
package org.atomizable.scheduler.market.event;

import org.jspecify.annotations.NullMarked;
