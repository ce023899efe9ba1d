/**
 * Makes pictures from pictures: upright, in sRGB, cut around a focal point, without metadata.
 *
 * <p>Owns the processes that decode untrusted files, their limits of time and memory, and the order of work. Which
 * pictures are made, where they are stored and who may see them is deliberately not here; {@code platform.files} has
 * checked kind and pixels of a file before.
 */
@NullMarked
package cms.platform.pictures;

import org.jspecify.annotations.NullMarked;
