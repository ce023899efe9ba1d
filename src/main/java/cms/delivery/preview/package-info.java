/**
 * Links under which an open change is read through the delivery paths before it lands, drafts included.
 *
 * <p>Owns who may read a preview at this moment and when it dies. How files are made of a branch is deliberately not
 * here.
 */
@NullMarked
package cms.delivery.preview;

import org.jspecify.annotations.NullMarked;
