/**
 * Looks into jobs for the cause of a breach. Input: instances and classes of a job. Output: which fields differ, which methods its
 * classes call, which threads it left.
 *
 * <p>It only reads, and what it cannot read it leaves out.
 */
@NullMarked
package org.atomizable.testkit.look;

import org.jspecify.annotations.NullMarked;
