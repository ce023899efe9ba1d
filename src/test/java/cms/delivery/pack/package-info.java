@NullMarked
package cms.delivery.pack;

import org.jspecify.annotations.NullMarked;
