/**
 * Event streams that hold no thread: a publisher offers news, and the network takes it when it can.
 *
 * <p>Owns how many streams may be open, how far a client may lag behind and when a silent stream gets a keep-alive. The
 * content of a stream, and who may listen, is deliberately not here.
 */
@NullMarked
package cms.platform.live;

import org.jspecify.annotations.NullMarked;
