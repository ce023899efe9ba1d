/**
 * Delivery of published content as JSON: settings, keys, builds, releases, and the reads of websites.
 *
 * <p>Owns when a build runs and which release readers see: one pointer per project, moved in one step after everything
 * that it points to is stored. The form of a delivered file ({@code build}) and the answers to reads ({@code serve})
 * are deliberately not here.
 */
@NullMarked
package cms.delivery;

import org.jspecify.annotations.NullMarked;
