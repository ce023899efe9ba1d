/**
 * Where events go: receivers, what each wants to hear, its secrets, and whether it still answers.
 *
 * <p>Owns what a receiver may be and when a failing one is switched off. What is told is deliberately not here.
 */
@NullMarked
package cms.webhooks.endpoint;

import org.jspecify.annotations.NullMarked;
