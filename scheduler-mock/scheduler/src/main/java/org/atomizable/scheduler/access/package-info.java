/**
 * Who may do what: bearer tokens, the roles they give, and the record of what was done with them.
 *
 * <p>In comes a token's text, out goes a {@link org.atomizable.scheduler.access.Bearer}, or nothing. Only digests of tokens are kept. What
 * role a call needs is said where calls are routed.
 */
@NullMarked
package org.atomizable.scheduler.access;

import org.jspecify.annotations.NullMarked;
