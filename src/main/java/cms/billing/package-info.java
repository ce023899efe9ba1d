/**
 * What a workspace has paid for: its subscription, how it begins, and the gate before workspaces that are locked.
 *
 * <p>Owns the state of a subscription, which follows from what the payment provider told and from the clock. The plan
 * that results is handed to {@code workspace}, so that no room above asks here; what a plan contains is deliberately
 * not here ({@code plan}), and neither are cards, prices or invoices, which stay with the provider.
 */
@NullMarked
package cms.billing;

import org.jspecify.annotations.NullMarked;
