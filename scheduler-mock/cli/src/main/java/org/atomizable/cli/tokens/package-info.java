/**
 * {@code atomizable tokens}: creates, lists and revokes the tokens with which clients may call a scheduler, and shows
 * the audit log.
 */
@NullMarked
package org.atomizable.cli.tokens;

import org.jspecify.annotations.NullMarked;
