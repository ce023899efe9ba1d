/**
 * The table of plans and editions: which features exist and how much of each a workspace may use.
 *
 * <p>Owns every plan name, feature key, limit and overage price of the service (spec 8, reference 10.2). Which plan a
 * workspace is on, and how much it has used, is deliberately not here: this room is data and arithmetic without any
 * input or output.
 */
@NullMarked
package cms.plan;

import org.jspecify.annotations.NullMarked;
