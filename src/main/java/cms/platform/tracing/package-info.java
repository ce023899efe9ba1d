/**
 * The trace of a thread's work: read from requests, passed on to other services, exported when configured.
 *
 * <p>Owns the headers of W3C Trace Context and the content of spans. Which work gets a span is decided where it is
 * done, and deliberately not here.
 */
@NullMarked
package cms.platform.tracing;

import org.jspecify.annotations.NullMarked;
