/**
 * The studio, the interface in the browser: its page, the files of its bundle, and the facts in the page.
 *
 * <p>Owns the policy that the browser keeps for the page, and how long each file of the bundle may be cached. Content,
 * rights and all other data are deliberately not here: the page requests them itself.
 */
@NullMarked
package cms.web;

import org.jspecify.annotations.NullMarked;
