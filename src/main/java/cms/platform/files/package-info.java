/**
 * Recognises an uploaded file by its bytes alone and writes its lean copy: only the parts that a decoder or player
 * needs.
 *
 * <p>Owns which kinds of files are accepted, and which parts of each are kept. The use of the files is deliberately not
 * here.
 */
@NullMarked
package cms.platform.files;

import org.jspecify.annotations.NullMarked;
