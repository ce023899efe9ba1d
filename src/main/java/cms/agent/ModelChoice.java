package cms.agent;

import cms.agent.model.CatalogModel;
import cms.agent.model.ModelApi;
import cms.agent.model.ModelCatalog;
import cms.agent.model.ModelTarget;
import cms.agent.turn.ChosenModel;
import cms.agent.wire.ServerModels;
import cms.plan.Edition;
import cms.plan.Feature;
import cms.plan.Plan;
import cms.plan.Plans;
import cms.platform.config.Secret;
import cms.platform.failure.Failure;
import cms.workspace.AiKeys;
import cms.workspace.Workspace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the key and the model: the person's own key first, then the service's; an unknown or forbidden model becomes
 * the plan's default.
 */
final class ModelChoice {
    private static final String ANTHROPIC = "anthropic";
    private static final String OPENAI = "openai";
    private static final String ANTHROPIC_HOST = "api.anthropic.com";
    private static final String OPENAI_HOST = "api.openai.com";

    private final AgentSettings settings;
    private final Plans plans;
    private final AiKeys keys;
    private final ServerModels servers;

    ModelChoice(AgentSettings settings, Plans plans, AiKeys keys, ServerModels servers) {
        this.settings = settings;
        this.plans = plans;
        this.keys = keys;
        this.servers = servers;
    }

    /**
     * @throws Failure FORBIDDEN with code {@code ai.off} where the agent is off, {@code ai.not_in_plan} where the plan
     *     lacks it
     */
    void requireAllowed(Workspace workspace) {
        if (settings.provider().equals("off")) {
            throw Failure.forbidden("The operator of this service has switched the agent off.")
                    .withCode("ai.off");
        }
        if (!isFree() && !allows(workspace, Feature.AI_HOSTED_KEY) && !allows(workspace, Feature.AI_OWN_KEY)) {
            throw Failure.forbidden("The agent is not part of this workspace's plan.")
                    .withCode("ai.not_in_plan");
        }
    }

    /** Whether this is the community edition, where the operator's model answers without a count. */
    boolean isFree() {
        return plans.edition() == Edition.COMMUNITY;
    }

    private boolean allows(Workspace workspace, Feature feature) {
        return plans.allows(workspace.plan(), feature);
    }

    /**
     * @param userId the person whose own keys may be used; empty for none
     * @throws Failure INVALID (code {@code ai.not_configured}) when there is no key
     */
    ChosenModel choose(Workspace workspace, Optional<String> userId, Optional<String> asked) {
        List<ChosenModel> offered = offered(workspace, userId);
        return offered.stream()
                .filter(one -> asked.filter(one.model().id()::equals).isPresent())
                .findFirst()
                .or(() -> preferred(offered))
                .orElseThrow(() -> Failure.invalid(
                                "There is no model to talk to: bring a key of your own, or ask the operator for one.")
                        .withCode("ai.not_configured"));
    }

    /** Every model that can answer, those of own keys first. */
    List<ChosenModel> offered(Workspace workspace, Optional<String> userId) {
        List<ChosenModel> offered = new ArrayList<>();
        if (userId.isPresent() && !isFree() && allows(workspace, Feature.AI_OWN_KEY)) {
            for (String provider : providers()) {
                keys.reveal(workspace.id(), userId.get(), provider)
                        .ifPresent(key -> add(offered, provider, new Secret(key), CatalogModel.Tier.LARGE, true));
            }
        }
        String own = settings.provider();
        if ((isFree() || allows(workspace, Feature.AI_HOSTED_KEY)) && !own.equals("off")) {
            AgentSettings.Server server = own.equals(OPENAI) ? settings.openai() : settings.anthropic();
            boolean vendor = server.isVendor(own.equals(OPENAI) ? OPENAI_HOST : ANTHROPIC_HOST);
            if (server.key() != null || !vendor) {
                Secret key = server.key() == null ? new Secret("") : server.key();
                add(offered, own, key, most(workspace), false);
            }
        }
        return offered;
    }

    /** The providers, the operator's first. */
    private List<String> providers() {
        return settings.provider().equals(OPENAI) ? List.of(OPENAI, ANTHROPIC) : List.of(ANTHROPIC, OPENAI);
    }

    private CatalogModel.Tier most(Workspace workspace) {
        boolean small = !isFree() && plans.effective(workspace.plan()) == Plan.STARTER;
        return small ? CatalogModel.Tier.SMALL : CatalogModel.Tier.LARGE;
    }

    private void add(List<ChosenModel> offered, String provider, Secret key, CatalogModel.Tier most, boolean isOwn) {
        ModelTarget target = target(provider, key);
        List<CatalogModel> models = models(provider, target, most);
        models.stream()
                .min(Comparator.comparing(CatalogModel::tier))
                .ifPresent(small -> models.forEach(model -> offered.add(new ChosenModel(target, model, small, isOwn))));
    }

    private List<CatalogModel> models(String provider, ModelTarget target, CatalogModel.Tier most) {
        List<CatalogModel> known = settings.catalog().of(provider, most);
        if (provider.equals(OPENAI) && !target.isVendor() && !settings.catalog().isOperators()) {
            return servers.first(target, settings.contextTokens()).map(List::of).orElse(known);
        }
        return known;
    }

    private ModelTarget target(String provider, Secret key) {
        if (provider.equals(ANTHROPIC)) {
            return new ModelTarget(
                    provider,
                    ModelApi.MESSAGES,
                    settings.anthropic().url(),
                    key,
                    settings.anthropic().isVendor(ANTHROPIC_HOST));
        }
        ModelApi wire = ModelApi.of(settings.openaiWire()).orElse(null);
        return new ModelTarget(
                provider, wire, settings.openai().url(), key, settings.openai().isVendor(OPENAI_HOST));
    }

    private static Optional<ChosenModel> preferred(List<ChosenModel> offered) {
        if (offered.isEmpty()) {
            return Optional.empty();
        }
        ModelTarget first = offered.getFirst().target();
        List<CatalogModel> models = offered.stream()
                .filter(one -> one.target().equals(first))
                .map(ChosenModel::model)
                .toList();
        return ModelCatalog.preferred(models)
                .flatMap(model -> offered.stream()
                        .filter(one -> one.model().equals(model) && one.target().equals(first))
                        .findFirst());
    }
}
