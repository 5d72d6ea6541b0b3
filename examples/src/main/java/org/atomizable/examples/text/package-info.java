/**
 * Two networks that learn to continue the text of this project's licence, letter by letter.
 *
 * <p>They are trained by DJL's own {@code Trainer}, as any program that has one. The text comes in from the class path, and a
 * job goes out; nothing else is read.
 */
@NullMarked
package org.atomizable.examples.text;

import org.jspecify.annotations.NullMarked;
