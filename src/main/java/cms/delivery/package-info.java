/**
 * Delivery of published content as JSON: settings, keys, builds, releases, and the reads of websites.
 *
 * <p>Owns when a build runs and which release readers see: one pointer per project, moved in one step after
 * everything that it points to is stored. What a delivered file looks like ({@code build}) and how a read is
 * answered ({@code serve}) is deliberately not here.
 */
@NullMarked
package cms.delivery;

import org.jspecify.annotations.NullMarked;
