/**
 * Billing: the subscription of a workspace, its checkout, and the gate that refuses locked workspaces.
 *
 * <p>Owns the state of a subscription, which follows from the provider's events and from the clock. The resulting plan
 * is passed to {@code workspace}, so that no room above asks here; the content of plans is deliberately not here
 * ({@code plan}), and neither are cards, prices or invoices, which stay with the provider.
 */
@NullMarked
package cms.billing;

import org.jspecify.annotations.NullMarked;
