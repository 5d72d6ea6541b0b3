/**
 * Finds before a run what a loop carries from one turn to the next without having registered it. Input: the byte code of a program.
 * Output: findings, each with a name, lines and a remedy.
 *
 * <p>It runs nothing, and it reads only the program's own classes: those of the class path entry that holds the loop.
 */
@NullMarked
package org.atomizable.core.loop.check;

import org.jspecify.annotations.NullMarked;
