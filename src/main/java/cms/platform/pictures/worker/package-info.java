/**
 * Code of the worker processes: decoders, in a process that holds no secrets.
 *
 * <p>Owns how pixels become other pixels. No class of the service is used here but the orders and results of the pipe.
 */
@NullMarked
package cms.platform.pictures.worker;

import org.jspecify.annotations.NullMarked;
