@NullMarked
package cms.platform.door;

import org.jspecify.annotations.NullMarked;
