/** x. */
@NullMarked
package org.atomizable.lab.simulate.placement;

import org.jspecify.annotations.NullMarked;
