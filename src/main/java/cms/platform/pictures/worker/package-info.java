/**
 * Code of the worker processes: decoders, in a process that holds no secrets.
 *
 * <p>Owns how pixels become other pixels. Of the service only the orders and results of the pipe are used here, and of
 * {@code platform.files} the kinds of files and the orientation in Exif. Which picture is made for whom is deliberately
 * not here.
 */
@NullMarked
package cms.platform.pictures.worker;

import org.jspecify.annotations.NullMarked;
