/** What the examples share: how they read the parameters that a user set. Each example is a package of its own. */
@NullMarked
package org.atomizable.examples;

import org.jspecify.annotations.NullMarked;
