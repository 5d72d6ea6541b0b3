/**
 * Records of signatures. Input: the classes of a module, and its record on disk. Output: a failed test where they differ, or the record
 * written anew.
 */
@NullMarked
package org.atomizable.api.record;

import org.jspecify.annotations.NullMarked;
