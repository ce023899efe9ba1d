/**
 * What clients read without a tool: resources, and prompts that a person picks.
 *
 * <p>Owns the addresses of resources and the words of prompts, which are the same for all projects. What may be read is
 * what the caller's tools may read.
 */
@NullMarked
package cms.mcp.reading;

import org.jspecify.annotations.NullMarked;
