/**
 * Where on which GPU an instance should come to be, and what idle instances must go for it.
 *
 * <p>In come rooms (GPUs with what is busy until when, and what is idle) and a demand; out goes a fit, or none. Pure: nothing
 * here creates or destroys anything. A busy instance is never in a plan.
 */
@NullMarked
package org.atomizable.scheduler.packing;

import org.jspecify.annotations.NullMarked;
