package cms.conversation;

import cms.access.KeyRole;
import cms.format.ContentNames;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.json.Json;
import cms.platform.json.VisibleJson;
import cms.platform.json.VisibleName;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The settings of a conversation key: role, models, locales, tools and limits (reference 3.6).
 *
 * @param specificModels whether the list of models restricts the key
 * @param aiModel the language model that answers; null for the plan's default
 * @param messagesPerMonth null for as many as the plan grants
 */
record KeySettings(
        String name,
        KeyRole role,
        boolean specificModels,
        List<String> allowedModels,
        List<String> allowedTools,
        List<String> allowedLocales,
        String customInstructions,
        @Nullable String aiModel,
        int ratePerMinute,
        @Nullable Long messagesPerMonth) {
    private static final int NAME_CHARS_MAX = 100;
    private static final int INSTRUCTIONS_CHARS_MAX = 4_000;
    private static final int LIST_MAX = 200;
    private static final int WORD_CHARS_MAX = 200;
    private static final int RATE_MAX = 600;
    private static final long MESSAGES_PER_MONTH = 1_000;
    private static final long MESSAGES_MAX = 1_000_000_000;

    /** Empty settings, against which any body can be checked. */
    static final KeySettings NONE =
            new KeySettings("", KeyRole.VIEWER, false, List.of(), List.of(), List.of(), "", null, 1, null);

    /**
     * The settings of a new key.
     *
     * @param rate requests per minute where the body names none
     * @param tools the names of the agent's tools
     */
    static KeySettings parse(Body body, int rate, Set<String> tools) {
        body.requiredText("name");
        return new KeySettings(
                        "", KeyRole.EDITOR, false, List.of(), List.of(), List.of(), "", null, rate, MESSAGES_PER_MONTH)
                .changed(body, tools);
    }

    /**
     * These settings with the changes of a request, which may send stored values back, also where a tool was removed
     * since or the rules of names have changed.
     *
     * @param tools the names of the agent's tools
     * @throws Failure INVALID, with the name of a tool that does not exist
     */
    KeySettings changed(Body body, Set<String> tools) {
        KeySettings sent = changed(body);
        if (body.has("name")) {
            VisibleName.parse("name", sent.name, NAME_CHARS_MAX, name);
        }
        requireNew("allowedModels", sent.allowedModels, allowedModels, ContentNames::isSafeSegment, "ids of models");
        requireNew("allowedLocales", sent.allowedLocales, allowedLocales, ContentNames::isLocale, "locales like de-CH");
        sent.allowedTools.stream()
                .filter(tool -> !tools.contains(tool) && !allowedTools.contains(tool))
                .findFirst()
                .ifPresent(unknown -> {
                    throw Failure.invalid(
                            "`allowedTools` names " + VisibleJson.text(unknown) + ", which is no tool; use "
                                    + String.join(", ", tools.stream().sorted().toList()) + ".");
                });
        return sent;
    }

    private static void requireNew(
            String member, List<String> sent, List<String> stored, Predicate<String> good, String meant) {
        if (!sent.stream().allMatch(word -> stored.contains(word) || good.test(word))) {
            throw Failure.invalid("`" + member + "` must be a list of " + meant + ".");
        }
    }

    KeySettings answeredBy(@Nullable String model) {
        return new KeySettings(
                name,
                role,
                specificModels,
                allowedModels,
                allowedTools,
                allowedLocales,
                customInstructions,
                model,
                ratePerMinute,
                messagesPerMonth);
    }

    private KeySettings changed(Body body) {
        List<String> models = list(body, "allowedModels", allowedModels);
        boolean narrows = body.flag("specificModels")
                .orElse(body.node("allowedModels").isPresent() ? !models.isEmpty() : specificModels);
        return new KeySettings(
                body.has("name") ? limited("name", body.requiredText("name").strip(), NAME_CHARS_MAX) : name,
                body.text("role").map(KeySettings::role).orElse(role),
                narrows,
                models,
                list(body, "allowedTools", allowedTools),
                list(body, "allowedLocales", allowedLocales),
                body.isNull("customInstructions")
                        ? ""
                        : limited(
                                "customInstructions",
                                body.text("customInstructions").orElse(customInstructions),
                                INSTRUCTIONS_CHARS_MAX),
                body.isNull("aiModel")
                        ? null
                        : body.text("aiModel")
                                .map(text -> limited("aiModel", text, WORD_CHARS_MAX))
                                .orElse(aiModel),
                rate(body),
                body.isNull("monthlyMessageLimit") ? null : messages(body));
    }

    private static KeyRole role(String key) {
        return KeyRole.find(key).orElseThrow(() -> Failure.invalid("`role` must be viewer, editor or admin."));
    }

    private static String limited(String member, String text, int charsMax) {
        if (text.codePointCount(0, text.length()) > charsMax) {
            throw Failure.invalid("`" + member + "` may have at most " + charsMax + " characters.");
        }
        return text;
    }

    private static List<String> list(Body body, String member, List<String> stored) {
        if (body.isNull(member) && !stored.isEmpty()) {
            throw Failure.invalid("`" + member + "` restricts this key and cannot be null; send [] to lift the"
                    + " restriction, or leave it out to keep it.");
        }
        List<String> words = body.texts(member).orElse(stored);
        if (words.size() > LIST_MAX || words.stream().anyMatch(word -> word.length() > WORD_CHARS_MAX)) {
            throw Failure.invalid("`" + member + "` must be a list of at most " + LIST_MAX + " names.");
        }
        return words.stream().distinct().toList();
    }

    private int rate(Body body) {
        long rate = body.integer("rateLimitPerMinute").orElse(ratePerMinute);
        if (rate < 1 || rate > RATE_MAX) {
            throw Failure.invalid("`rateLimitPerMinute` must be from 1 to " + RATE_MAX + ".");
        }
        return (int) rate;
    }

    private @Nullable Long messages(Body body) {
        var sent = body.integer("monthlyMessageLimit");
        if (sent.isEmpty()) {
            return messagesPerMonth;
        }
        if (sent.getAsLong() < 1 || sent.getAsLong() > MESSAGES_MAX) {
            throw Failure.invalid("`monthlyMessageLimit` must be a whole number from 1 on, or null.");
        }
        return sent.getAsLong();
    }

    /** The JSON for answers and rows. */
    ObjectNode json() {
        ObjectNode json =
                Json.object().put("name", name).put("role", role.key()).put("specificModels", specificModels);
        allowedModels.forEach(json.putArray("allowedModels")::add);
        allowedTools.forEach(json.putArray("allowedTools")::add);
        allowedLocales.forEach(json.putArray("allowedLocales")::add);
        return json.put("customInstructions", customInstructions)
                .put("aiModel", aiModel)
                .put("rateLimitPerMinute", ratePerMinute)
                .put("monthlyMessageLimit", messagesPerMonth);
    }

    static KeySettings ofStored(String text) {
        return new KeySettings("", KeyRole.VIEWER, false, List.of(), List.of(), List.of(), "", null, 1, null)
                .changed(Body.of(Json.parse(text)));
    }
}
