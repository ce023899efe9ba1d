/**
 * Where calls of a model are looked at and carried out.
 *
 * <p>Owns that nothing runs which the caller may not do at this moment, whatever the model was told or offers. What a tool does
 * stands in {@code agent.tools}; what is said around it is deliberately not here.
 */
@NullMarked
package cms.agent.desk;

import org.jspecify.annotations.NullMarked;
