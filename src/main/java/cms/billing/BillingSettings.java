package cms.billing;

import cms.platform.config.Secret;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The settings of billing.
 *
 * @param gated whether locked workspaces are refused: billing is on and the deployment is managed
 * @param provider null while billing is off or without a provider; then its routes answer 503
 * @param publicUrl of this service, to which the provider sends people back; without a slash at its end
 */
public record BillingSettings(boolean gated, @Nullable ProviderAccess provider, URI publicUrl) {
    /**
     * @param priceStarter the provider's price id of the plan starter
     * @param pricePro the provider's price id of the plan pro
     */
    public record ProviderAccess(
            Secret secretKey, Secret webhookSecret, String priceStarter, String pricePro, URI apiUrl) {}
}
