/**
 * Where subjobs run: in this JVM, or in a child process per slice that speaks JSON lines.
 *
 * <p>The same runner works behind both, so that where a subjob runs cannot change what it computes.
 */
@NullMarked
package org.atomizable.core.worker;

import org.jspecify.annotations.NullMarked;
