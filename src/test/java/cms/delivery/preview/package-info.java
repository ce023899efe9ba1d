@NullMarked
package cms.delivery.preview;

import org.jspecify.annotations.NullMarked;
