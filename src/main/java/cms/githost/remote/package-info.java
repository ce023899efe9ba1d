/**
 * A GitHub-shaped host, asked over its REST interface as an app.
 *
 * <p>Owns how that host is spoken to: who we are there, what its answers and refusals mean, and when it is left alone
 * for a while. What is done with its repositories, and how their content gets here, are deliberately not here.
 */
@NullMarked
package cms.githost.remote;

import org.jspecify.annotations.NullMarked;
