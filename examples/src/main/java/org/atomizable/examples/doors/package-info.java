/**
 * The same training three times, once through each door for Java: each program learns to tell the language of a name, and ends in
 * the bits of the others. {@code examples/python/languages.py} is the fourth.
 *
 * <p>In: the names that the JDK carries. Out: a double for each pair of letters and language. The programs share no code but the
 * data, because {@code docs/doors.md} compares them; they are never a library.
 */
@NullMarked
package org.atomizable.examples.doors;

import org.jspecify.annotations.NullMarked;
