/**
 * Every change of entries: saving, deleting, status, schedule, and many at once.
 *
 * <p>Owns the rule that input is merged over what is stored, checked as a whole and written in canonical form with its
 * meta, or not at all. Copies between locales, models, configuration and vocabulary are deliberately not here.
 */
@NullMarked
package cms.content.entry;

import org.jspecify.annotations.NullMarked;
