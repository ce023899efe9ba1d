/**
 * The 29 tools of the agent (spec 4.9), a class each, but for one that approves or rejects.
 *
 * <p>Owns the inputs and results of reference 6.1. The executor decides whether a call may run; the called rooms decide
 * what is written and whether it is valid.
 */
@NullMarked
package cms.agent.tools;

import org.jspecify.annotations.NullMarked;
