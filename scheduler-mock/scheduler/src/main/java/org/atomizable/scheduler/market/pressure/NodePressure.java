package org.atomizable.scheduler.market.pressure;

import java.util.OptionalDouble;
import org.atomizable.api.Shrinkable.Pressure.Level;

/**
 * How scarce the memory of a node is.
 *
 * @param share of the fullest memory that is used, from 0, or what the stalls of the host mean if that is more; empty if nothing could be read
 * @param offers whether windows are offered
 */
public record NodePressure(Level level, OptionalDouble share, boolean offers) {}
