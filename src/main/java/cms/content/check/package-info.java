/**
 * The checks of entries, models, configurations, and the health of whole projects.
 *
 * <p>Owns every validation rule and its severity, the search for secrets, and the health score. Pure: reading files,
 * choosing the content to check and turning findings into answers are deliberately not here; they belong to
 * {@code content}.
 *
 * <p>Each field type with a rule of its own is one class behind {@link cms.content.check.TypeRule}. Types that demand
 * nothing beyond a string or a number share {@code PlainText} and {@code PlainNumber}, and the three media types share
 * {@code MediaRule}: a class without a rule would only have to be read. The switch in
 * {@link cms.content.check.TypeRules} names all 27 types and has no default, so a new type does not compile until it
 * has a rule.
 */
@NullMarked
package cms.content.check;

import org.jspecify.annotations.NullMarked;
