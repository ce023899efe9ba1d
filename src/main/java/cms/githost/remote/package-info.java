/**
 * A GitHub-shaped host, asked over its REST interface as an app.
 *
 * <p>Owns the communication with that host: identities, the meaning of answers and refusals, and pauses. What is done
 * with its repositories, and how their content is fetched, are deliberately not here.
 */
@NullMarked
package cms.githost.remote;

import org.jspecify.annotations.NullMarked;
