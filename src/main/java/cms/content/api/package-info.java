/**
 * The requests, options and results of the operations on content: plain values for routes, tools and other rooms alike.
 *
 * <p>Owns the validity of a request by itself, before stored content is looked at. Deliberately not here: the files to
 * write, which {@code content} computes, and how a request is read from JSON, which belongs to the routes and tools.
 */
@NullMarked
package cms.content.api;

import org.jspecify.annotations.NullMarked;
