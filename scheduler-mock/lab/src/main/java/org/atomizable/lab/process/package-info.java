/** Processes that instruments start, and that end with them. */
@NullMarked
package org.atomizable.lab.process;

import org.jspecify.annotations.NullMarked;
