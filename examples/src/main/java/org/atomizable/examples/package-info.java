/** Code that the examples share: it reads the parameters that a user set. Each example has its own package. */
@NullMarked
package org.atomizable.examples;

import org.jspecify.annotations.NullMarked;
