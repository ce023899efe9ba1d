/**
 * Makes pictures from pictures: upright, in sRGB, cut around what matters, without a word of metadata.
 *
 * <p>Owns the processes that decode what strangers sent, what each may take of time and memory, and whose turn it is.
 * Which pictures are wanted, where they are kept and who may see them is deliberately not here; what a file is, and how
 * many pixels it may have, {@code platform.files} has judged before.
 */
@NullMarked
package cms.platform.pictures;

import org.jspecify.annotations.NullMarked;
