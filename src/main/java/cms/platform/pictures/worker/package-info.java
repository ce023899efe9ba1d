/**
 * What runs in a process of its own: decoders, and nothing that anybody would want to steal.
 *
 * <p>Owns how pixels become other pixels. No class of the service is used here but the orders and results of the pipe.
 */
@NullMarked
package cms.platform.pictures.worker;

import org.jspecify.annotations.NullMarked;
