@NullMarked
package cms.delivery.serve;

import org.jspecify.annotations.NullMarked;
