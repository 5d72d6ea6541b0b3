/**
 * Airlock: who gives back memory, waits, moves or ends when a node's memory gets scarce, in the order of value.
 *
 * <p>Input: readings of memory, the residents of a node and what they answered, each with an instant. Output: a level of
 * pressure that does not flutter, and actions with their causes. The package never acts itself, reads no clock, and never promises memory that is not there.
 */
@NullMarked
package org.atomizable.scheduler.node.airlock;

import org.jspecify.annotations.NullMarked;
