@NullMarked
package cms.delivery;

import org.jspecify.annotations.NullMarked;
