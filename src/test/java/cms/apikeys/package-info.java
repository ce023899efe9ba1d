@NullMarked
package cms.apikeys;

import org.jspecify.annotations.NullMarked;
