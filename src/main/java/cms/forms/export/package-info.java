/**
 * Submissions as files that other programs open: CSV and lines of JSON, made while they are sent.
 *
 * <p>Owns the rules that no cell becomes a formula and that a reader gets back the stored values. The right to see rows
 * is deliberately not here ({@code forms}).
 */
@NullMarked
package cms.forms.export;

import org.jspecify.annotations.NullMarked;
