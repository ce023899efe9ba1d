/**
 * Checks and carries out the calls of a model.
 *
 * <p>Owns that no call runs which the caller may not make at this moment, whatever the model was told. The tools are in
 * {@code agent.tools}; the conversation around calls is deliberately not here.
 */
@NullMarked
package cms.agent.desk;

import org.jspecify.annotations.NullMarked;
