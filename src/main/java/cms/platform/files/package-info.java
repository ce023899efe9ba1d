/**
 * What an uploaded file is, by its bytes alone.
 *
 * <p>Owns which kinds of files are taken. What is done with them is deliberately not here.
 */
@NullMarked
package cms.platform.files;

import org.jspecify.annotations.NullMarked;
