/** Jobs with one classic mistake each. */
@NullMarked
package org.atomizable.testkit.bug;

import org.jspecify.annotations.NullMarked;
