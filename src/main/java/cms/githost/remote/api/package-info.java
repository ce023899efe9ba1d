/**
 * The host's REST interface, without knowing what for it is asked.
 *
 * <p>Owns how we prove who we are, how lists are read to their end, what refusals mean, and when nothing is asked.
 * Which calls there are is deliberately not here.
 */
@NullMarked
package cms.githost.remote.api;

import org.jspecify.annotations.NullMarked;
