@NullMarked
package cms.delivery.wire;

import org.jspecify.annotations.NullMarked;
