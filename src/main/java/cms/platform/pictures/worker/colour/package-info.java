/**
 * The colours that a file states by numbers, as a profile that engines read. It owns which numbers mean what, and how
 * light that a usual screen cannot show is brought into its range. Profiles that files carry are read beside it.
 */
@NullMarked
package cms.platform.pictures.worker.colour;

import org.jspecify.annotations.NullMarked;
