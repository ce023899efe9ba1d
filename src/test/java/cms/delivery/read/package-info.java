@NullMarked
package cms.delivery.read;

import org.jspecify.annotations.NullMarked;
