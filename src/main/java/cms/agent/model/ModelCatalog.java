package cms.agent.model;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The known models: from the bundled file, or from the operator's in its place ({@code CMS_AI_MODELS}). */
public final class ModelCatalog {
    private static final int CONTEXT_TOKENS = 200_000;
    private static final int OUTPUT_TOKENS = 8_192;

    private final List<CatalogModel> models;
    private final boolean isOperators;

    private ModelCatalog(List<CatalogModel> models, boolean isOperators) {
        this.models = List.copyOf(models);
        this.isOperators = isOperators;
    }

    /** @throws Failure INVALID with the fault in the operator's file */
    public static ModelCatalog read(@Nullable Path file) {
        try {
            return new ModelCatalog(parse(Json.parse(file == null ? own() : Files.readAllBytes(file))), file != null);
        } catch (IOException | RuntimeException wrong) {
            String why = wrong instanceof Failure failure ? failure.message() : String.valueOf(wrong.getMessage());
            throw Failure.invalid("CMS_AI_MODELS: the file of models cannot be read: " + why);
        }
    }

    private static byte[] own() throws IOException {
        try (InputStream in = ModelCatalog.class.getResourceAsStream("/agent/models.json")) {
            return Objects.requireNonNull(in, "models.json").readAllBytes();
        }
    }

    private static List<CatalogModel> parse(JsonNode file) {
        List<CatalogModel> models = new ArrayList<>();
        for (JsonNode node : file.path("models")) {
            models.add(model(node));
        }
        if (models.isEmpty()) {
            throw Failure.invalid("it needs `models`, a list with at least one of { id, provider, tier }.");
        }
        return models;
    }

    private static CatalogModel model(JsonNode node) {
        String id = node.path("id").asString("");
        String provider = node.path("provider").asString("");
        if (id.isBlank() || !(provider.equals("anthropic") || provider.equals("openai"))) {
            throw Failure.invalid("each model needs an `id` and a `provider`, anthropic or openai.");
        }
        return new CatalogModel(
                id,
                provider,
                tier(node.path("tier").asString("medium")),
                node.path("inputUsd").asDouble(0),
                node.path("outputUsd").asDouble(0),
                node.path("display").asBoolean(false),
                node.path("vision").asBoolean(false),
                node.path("pdf").asBoolean(false),
                node.path("contextTokens").asInt(CONTEXT_TOKENS),
                node.path("outputTokens").asInt(OUTPUT_TOKENS));
    }

    private static CatalogModel.Tier tier(String key) {
        try {
            return CatalogModel.Tier.valueOf(key.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw Failure.invalid("`tier` must be small, medium or large.").causedBy(unknown);
        }
    }

    /** Whether the list is the operator's file. */
    public boolean isOperators() {
        return isOperators;
    }

    /** The models of a provider up to a tier. */
    public List<CatalogModel> of(String provider, CatalogModel.Tier most) {
        return models.stream()
                .filter(model ->
                        model.provider().equals(provider) && model.tier().compareTo(most) <= 0)
                .toList();
    }

    /** The default model: the one of medium tier, else the ablest below it. */
    public static Optional<CatalogModel> preferred(List<CatalogModel> among) {
        return among.stream()
                .filter(model -> model.tier() != CatalogModel.Tier.LARGE)
                .max(Comparator.comparing(CatalogModel::tier))
                .or(() -> among.stream().findFirst());
    }
}
