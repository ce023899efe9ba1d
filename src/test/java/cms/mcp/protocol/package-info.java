@NullMarked
package cms.mcp.protocol;

import org.jspecify.annotations.NullMarked;
