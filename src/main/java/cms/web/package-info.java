/** The pages of the studio, the interface in the browser, and the files they are made of. Knows nothing of content. */
@NullMarked
package cms.web;

import org.jspecify.annotations.NullMarked;
