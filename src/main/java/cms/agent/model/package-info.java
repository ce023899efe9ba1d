/**
 * Requests to language models and their replies, the same for every wire; and the catalogue of models.
 *
 * <p>Owns which part of a model's text may be shown to people. The transport of a request is deliberately not here.
 */
@NullMarked
package cms.agent.model;

import org.jspecify.annotations.NullMarked;
