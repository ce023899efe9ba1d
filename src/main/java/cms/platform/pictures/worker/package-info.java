/**
 * Code of the worker processes: decoders, in a process that holds no secrets.
 *
 * <p>Owns how pixels become other pixels. Of the service only the orders and results of the pipe are used here, and the
 * kinds of files of {@code platform.files}. Which picture is made for whom is deliberately not here.
 */
@NullMarked
package cms.platform.pictures.worker;

import org.jspecify.annotations.NullMarked;
