/** A plain network that sees names as bags of hashed letter groups. */
@NullMarked
package org.atomizable.examples.mlp;

import org.jspecify.annotations.NullMarked;
