@NullMarked
package cms.platform.live;

import org.jspecify.annotations.NullMarked;
