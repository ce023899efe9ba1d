/**
 * From the socket to a handler and back: routes, requests, answers, events, and the table that turns a failure
 * into a status.
 *
 * <p>Owns the order of checks before a handler runs and the shape of every error body. Who the caller is, is
 * deliberately not here: the root adds that as middleware.
 */
@NullMarked
package cms.platform.http;

import org.jspecify.annotations.NullMarked;
