/**
 * The studio, the interface in the browser: its page with its policy, the files of its bundle, and the facts in the
 * page. Content, rights and all other data are deliberately not here: the page requests them itself.
 */
@NullMarked
package cms.web;

import org.jspecify.annotations.NullMarked;
