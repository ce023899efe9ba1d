/**
 * The 29 tools of the agent (spec 4.9), a class each.
 *
 * <p>Owns the inputs and results of reference 6.1. Whether a call may run at all is decided at the desk; what is written, and
 * whether it is valid, is decided by the verbs that are called here.
 */
@NullMarked
package cms.agent.tools;

import org.jspecify.annotations.NullMarked;
