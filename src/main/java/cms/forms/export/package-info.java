/**
 * Submissions as files that other programs open: CSV and lines of JSON, made while they are sent.
 *
 * <p>Owns that no cell becomes a formula and that a reader gets back what was written. Which rows somebody may see is
 * deliberately not here ({@code forms}).
 */
@NullMarked
package cms.forms.export;

import org.jspecify.annotations.NullMarked;
