/**
 * Which trace the work of a thread belongs to: taken from requests, handed on to other services, exported when asked to.
 *
 * <p>Owns the headers of W3C Trace Context and what a span says. What is worth a span is decided where the work is done,
 * and deliberately not here.
 */
@NullMarked
package cms.platform.tracing;

import org.jspecify.annotations.NullMarked;
