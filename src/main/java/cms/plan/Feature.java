package cms.plan;

import static cms.plan.Plan.ENTERPRISE;
import static cms.plan.Plan.PRO;
import static cms.plan.Plan.STARTER;

/**
 * The features that a plan can switch on (reference 10.2).
 *
 * <p>Each row has the lowest paid plan with the feature and whether it needs the enterprise part. The community edition
 * has exactly the features that do not need it.
 */
public enum Feature {
    /** Answers by the model key of the service itself. */
    AI_HOSTED_KEY("ai.hosted_key", STARTER, Part.ENTERPRISE),
    /** Answers by a model key of the workspace. */
    AI_OWN_KEY("ai.byoa", PRO, Part.ENTERPRISE),

    API_CONVERSATION("api.conversation", PRO, Part.ENTERPRISE),
    API_CUSTOM_INSTRUCTIONS("api.custom_instructions", PRO, Part.ENTERPRISE),
    API_MCP_CLOUD("api.mcp_cloud", STARTER, Part.OPEN),
    API_MCP_CLOUD_SSO("api.mcp_cloud_sso", ENTERPRISE, Part.ENTERPRISE),
    API_MCP_CLOUD_CUSTOM_DOMAIN("api.mcp_cloud_custom_domain", ENTERPRISE, Part.ENTERPRISE),
    API_WEBHOOKS_OUTBOUND("api.webhooks_outbound", STARTER, Part.ENTERPRISE),

    CDN_DELIVERY("cdn.delivery", STARTER, Part.ENTERPRISE),
    CDN_METERING("cdn.metering", STARTER, Part.ENTERPRISE),
    CDN_PREVIEW_BRANCH("cdn.preview_branch", PRO, Part.ENTERPRISE),
    CDN_CUSTOM_DOMAIN("cdn.custom_domain", ENTERPRISE, Part.ENTERPRISE),

    FORMS_ENABLED("forms.enabled", STARTER, Part.OPEN),
    FORMS_CAPTCHA("forms.captcha", STARTER, Part.OPEN),
    FORMS_AUTO_APPROVE("forms.auto_approve", STARTER, Part.OPEN),
    FORMS_NOTIFICATIONS("forms.notifications", STARTER, Part.OPEN),
    FORMS_WEBHOOK_NOTIFICATION("forms.webhook_notification", STARTER, Part.ENTERPRISE),
    FORMS_FILE_UPLOAD("forms.file_upload", STARTER, Part.ENTERPRISE),
    FORMS_SPAM_FILTER("forms.spam_filter", PRO, Part.ENTERPRISE),

    MEDIA_UPLOAD("media.upload", STARTER, Part.ENTERPRISE),
    MEDIA_LIBRARY("media.library", STARTER, Part.ENTERPRISE),
    MEDIA_CUSTOM_VARIANTS("media.custom_variants", PRO, Part.ENTERPRISE),

    ROLES_REVIEWER("roles.reviewer", STARTER, Part.ENTERPRISE),
    ROLES_VIEWER("roles.viewer", STARTER, Part.ENTERPRISE),
    ROLES_SPECIFIC_MODELS("roles.specific_models", PRO, Part.ENTERPRISE),

    WORKFLOW_REVIEW("workflow.review", STARTER, Part.OPEN),
    PROJECTS_CREATE("projects.create", STARTER, Part.OPEN),

    SSO_SAML("sso.saml", ENTERPRISE, Part.ENTERPRISE),
    SSO_OIDC("sso.oidc", ENTERPRISE, Part.ENTERPRISE),
    BRANDING_WHITE_LABEL("branding.white_label", ENTERPRISE, Part.ENTERPRISE);

    /** The part of the product that contains a feature. */
    enum Part {
        OPEN,
        ENTERPRISE
    }

    private final String key;
    private final Plan lowestPlan;
    private final Part part;

    Feature(String key, Plan lowestPlan, Part part) {
        this.key = key;
        this.lowestPlan = lowestPlan;
        this.part = part;
    }

    /** The documented name, such as {@code workflow.review}. */
    public String key() {
        return key;
    }

    /** Whether an instance without the enterprise part cannot offer the feature on any plan. */
    public boolean needsEnterprisePart() {
        return part == Part.ENTERPRISE;
    }

    Plan lowestPlan() {
        return lowestPlan;
    }
}
