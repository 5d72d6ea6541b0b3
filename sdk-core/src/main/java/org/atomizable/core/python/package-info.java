/** The module for programs in Python that run as commands, and what pip installs. */
@NullMarked
package org.atomizable.core.python;

import org.jspecify.annotations.NullMarked;
