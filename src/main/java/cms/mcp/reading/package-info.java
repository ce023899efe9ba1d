/**
 * Resources, which clients read without a tool, and prompts, which a person picks.
 *
 * <p>Owns the URIs of resources and the texts of prompts, which are the same for all projects. What a caller may read
 * is deliberately not decided here: it is what its tools may read.
 */
@NullMarked
package cms.mcp.reading;

import org.jspecify.annotations.NullMarked;
