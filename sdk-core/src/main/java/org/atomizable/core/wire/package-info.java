/**
 * Conversion between the protocol's records and the values of the runtime.
 *
 * <p>Input: JSON. Output: values whose constructors have checked them; and the reverse. It opens no connection.
 */
@NullMarked
package org.atomizable.core.wire;

import org.jspecify.annotations.NullMarked;
