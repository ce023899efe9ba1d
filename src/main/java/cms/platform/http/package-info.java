/**
 * The HTTP server: routes, requests, answers, events, and the table that converts a failure into a status.
 *
 * <p>Owns the order of checks before a handler runs and the format of every error body. Authentication is deliberately
 * not here: the root adds it as middleware.
 */
@NullMarked
package cms.platform.http;

import org.jspecify.annotations.NullMarked;
