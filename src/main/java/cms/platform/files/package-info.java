/**
 * What an uploaded file is, by its bytes alone, and its lean copy: what a decoder or player needs and nothing else.
 *
 * <p>Owns which kinds of files are taken, and what of each is kept. What is done with them is deliberately not here.
 */
@NullMarked
package cms.platform.files;

import org.jspecify.annotations.NullMarked;
