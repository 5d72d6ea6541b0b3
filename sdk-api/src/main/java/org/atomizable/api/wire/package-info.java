/**
 * One record per message of the protocol, version 1: HTTP bodies, pushed events, and the worker's JSON lines.
 *
 * <p>These records prove nothing and are trusted by nobody: whoever receives one makes the values of the other packages
 * from it, and with that checks it. Times are ISO-8601 instants, durations are in seconds, memory in bytes. Unknown
 * properties are refused.
 */
@NullMarked
package org.atomizable.api.wire;

import org.jspecify.annotations.NullMarked;
