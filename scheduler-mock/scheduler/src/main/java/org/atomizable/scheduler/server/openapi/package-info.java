/**
 * The description of the protocol, made from the calls themselves, and whether the server is alive and ready.
 *
 * <p>Input: calls and messages. Output: an OpenAPI document. The package answers no call of a job.
 */
@NullMarked
package org.atomizable.scheduler.server.openapi;

import org.jspecify.annotations.NullMarked;
