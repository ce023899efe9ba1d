@NullMarked
package cms.delivery.build;

import org.jspecify.annotations.NullMarked;
