/** A multilayer perceptron that classifies names from hashed groups of letters. */
@NullMarked
package org.atomizable.examples.mlp;

import org.jspecify.annotations.NullMarked;
