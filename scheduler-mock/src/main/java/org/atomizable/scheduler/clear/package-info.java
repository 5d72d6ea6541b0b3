/**
 * The choice among the signals that came for a window.
 *
 * <p>In come the window and the candidates, out goes the choice and its reason. One file per policy; each is pure: no
 * clock, no I/O, no memory, and the order in which the candidates come changes nothing.
 */
@NullMarked
package org.atomizable.scheduler.clear;

import org.jspecify.annotations.NullMarked;
