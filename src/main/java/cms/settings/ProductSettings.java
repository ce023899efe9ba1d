package cms.settings;

import cms.plan.Edition;
import cms.plan.Plan;
import cms.platform.config.Secret;
import cms.platform.config.SettingReader;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The deployment, edition and billing of this instance.
 *
 * @param managed true for {@code CMS_DEPLOYMENT=managed}: all routes; false for {@code self-hosted}
 * @param edition which parts are built in
 * @param billed true for {@code CMS_BILLING=stripe}: subscriptions decide the plan
 * @param defaultPlan the plan of a new workspace while nothing is billed
 * @param stripe the payment provider; null while it is not configured, then billing routes answer 503
 */
public record ProductSettings(
        boolean managed,
        Edition edition,
        boolean billed,
        Plan defaultPlan,
        @Nullable StripeAccess stripe) {
    /**
     * @param priceStarter the provider's price id of the plan starter
     * @param pricePro the provider's price id of the plan pro
     */
    public record StripeAccess(
            Secret secretKey, Secret webhookSecret, String priceStarter, String pricePro, URI apiUrl) {}

    static ProductSettings read(SettingReader reader) {
        String deployment = reader.choice("CMS_DEPLOYMENT", "managed", "managed", "self-hosted");
        String edition = reader.choice("CMS_EDITION", "enterprise", "enterprise", "community");
        String billing = reader.choice("CMS_BILLING", "off", "off", "stripe");
        String plan =
                reader.choice("CMS_DEFAULT_PLAN", "enterprise", "free", "starter", "pro", "enterprise", "community");
        return new ProductSettings(
                deployment.equals("managed"),
                edition.equals("community") ? Edition.COMMUNITY : Edition.ENTERPRISE,
                billing.equals("stripe"),
                Plan.ofStored(plan),
                stripe(reader));
    }

    /** The plan that a workspace starts on (design 2): the edition counts first, then billing, then the default. */
    public Plan planOfNewWorkspace() {
        return switch (edition) {
            case COMMUNITY -> Plan.COMMUNITY;
            case ENTERPRISE -> billed ? Plan.FREE : defaultPlan;
        };
    }

    private static @Nullable StripeAccess stripe(SettingReader reader) {
        Secret secretKey = reader.secret("CMS_STRIPE_SECRET_KEY");
        Secret webhookSecret = reader.secret("CMS_STRIPE_WEBHOOK_SECRET");
        String starter = reader.text("CMS_STRIPE_PRICE_STARTER");
        String pro = reader.text("CMS_STRIPE_PRICE_PRO");
        URI apiUrl = reader.webUrl("CMS_STRIPE_API_URL", "https://api.stripe.com");
        reader.allOrNone(
                "CMS_STRIPE_SECRET_KEY",
                "CMS_STRIPE_WEBHOOK_SECRET",
                "CMS_STRIPE_PRICE_STARTER",
                "CMS_STRIPE_PRICE_PRO");
        return secretKey == null || webhookSecret == null || starter == null || pro == null
                ? null
                : new StripeAccess(secretKey, webhookSecret, starter, pro, apiUrl);
    }
}
