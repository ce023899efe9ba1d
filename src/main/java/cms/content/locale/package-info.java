/**
 * What concerns a locale as a whole: content copied to one, and locales that a project begins to support.
 *
 * <p>Owns the rule that a copy is a draft, because nobody has translated it, and never overwrites. Single entries are
 * deliberately not changed here.
 */
@NullMarked
package cms.content.locale;

import org.jspecify.annotations.NullMarked;
