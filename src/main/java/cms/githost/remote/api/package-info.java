/**
 * Client of the host's REST interface.
 *
 * <p>Owns authentication, reading lists to their end, the meaning of refusals, and pauses. Which calls there are is
 * deliberately not here.
 */
@NullMarked
package cms.githost.remote.api;

import org.jspecify.annotations.NullMarked;
