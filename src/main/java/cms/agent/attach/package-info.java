/**
 * Attachments for the agent to read: pictures, PDF, Word and spreadsheet files, text, links (spec 2.16).
 *
 * <p>Owns that a file is recognised by its bytes, read within bounds, and stored as blocks. What a model makes of it is
 * deliberately not here.
 */
@NullMarked
package cms.agent.attach;

import org.jspecify.annotations.NullMarked;
