/**
 * The remote tools: what each takes, does and answers.
 *
 * <p>Owns that a program which sees only a reply can mend its call: what is wrong with each argument, what was expected
 * and what to call next. Tools call the verbs of {@code content}; HTTP, keys and counting are deliberately not here.
 */
@NullMarked
package cms.mcp.tools;

import org.jspecify.annotations.NullMarked;
