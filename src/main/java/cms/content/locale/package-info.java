/**
 * Operations on a locale as a whole: copying content to one, and adding one to a project.
 *
 * <p>Owns the rule that a copy is a draft, because it is not translated yet, and never overwrites. Single entries are
 * deliberately not changed here.
 */
@NullMarked
package cms.content.locale;

import org.jspecify.annotations.NullMarked;
