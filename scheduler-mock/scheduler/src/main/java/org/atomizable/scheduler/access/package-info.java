/**
 * Access control: bearer tokens, the roles that they grant, and the audit log of their use.
 *
 * <p>Input: the text of a token. Output: a {@link org.atomizable.scheduler.access.Bearer}, or nothing. Only digests of
 * tokens are stored. The routing of calls defines which role a call needs.
 */
@NullMarked
package org.atomizable.scheduler.access;

import org.jspecify.annotations.NullMarked;
