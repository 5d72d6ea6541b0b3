/**
 * One record per message of the protocol, version 1: HTTP bodies, pushed events, and what a worker's JSON
 * lines hold.
 *
 * <p>These records are not validated. A receiver converts them to values of the other packages, and that conversion
 * checks them. Times are ISO-8601 instants, durations are in seconds, memory is in bytes. Unknown properties are
 * refused.
 */
@NullMarked
package org.atomizable.api.wire;

import org.jspecify.annotations.NullMarked;
