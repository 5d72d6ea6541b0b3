/**
 * Between the protocol's records and the values that the runtime works with.
 *
 * <p>In comes JSON, out go values whose constructors have checked them, and the other way round. It opens no connection.
 */
@NullMarked
package org.atomizable.core.wire;

import org.jspecify.annotations.NullMarked;
