/**
 * What callers of the verbs of content send and get: requests, options, results. Plain values, for every caller and
 * every way in.
 *
 * <p>Owns what a request must hold before anything is looked at. Deliberately not here: what is written, which
 * {@code content} computes, and how a request is read from JSON, which belongs to the routes and tools.
 */
@NullMarked
package cms.content.api;

import org.jspecify.annotations.NullMarked;
