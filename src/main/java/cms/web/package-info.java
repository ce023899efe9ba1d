/**
 * The studio, the interface in the browser: its one page with its policy, the files of its bundle, and what a page knows
 * before it asks. Content, rights and everything else is asked by the page itself, and deliberately not known here.
 */
@NullMarked
package cms.web;

import org.jspecify.annotations.NullMarked;
