/**
 * What is asked of language models and what they answer, the same for every wire; and the file of models.
 *
 * <p>Owns what of a model's text may be shown to people. How a request travels is deliberately not here.
 */
@NullMarked
package cms.agent.model;

import org.jspecify.annotations.NullMarked;
