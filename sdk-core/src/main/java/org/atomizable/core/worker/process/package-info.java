/**
 * Control of a worker's processes from outside.
 *
 * <p>Input: a process. Output: signals and a rank for the kernel's killer. The package never starts a worker and never talks to one.
 */
@NullMarked
package org.atomizable.core.worker.process;

import org.jspecify.annotations.NullMarked;
