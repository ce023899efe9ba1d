/**
 * The remote tools of media: what each takes, does and answers.
 *
 * <p>They call the verbs of {@code media}, and exist only where it is on. Who may call them is deliberately not here.
 */
@NullMarked
package cms.mcp.assets;

import org.jspecify.annotations.NullMarked;
