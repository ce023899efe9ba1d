/**
 * The content engine: reads a repository's content, and makes every change of it.
 *
 * <p>Owns the rules by which input becomes files: merged over what is stored, checked as a whole, written in the
 * canonical form with its meta beside it, or not at all. When a change lands is deliberately not here ({@code review}
 * decides), nor is delivery.
 */
@NullMarked
package cms.content;

import org.jspecify.annotations.NullMarked;
