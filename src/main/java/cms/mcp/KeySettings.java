package cms.mcp;

import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.json.VisibleName;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a key of remote tools: tools and limits (spec 4.3).
 *
 * @param allowedTools names of remote tools; empty for all but those of media
 * @param callsPerMinute from 1 to 600
 * @param callsPerMonth null for as many as the plan grants
 */
record KeySettings(
        String name,
        List<String> allowedTools,
        boolean mediaEnabled,
        int callsPerMinute,
        @Nullable Long callsPerMonth) {
    private static final int RATE_STANDARD = 60;
    private static final int RATE_MAX = 600;
    private static final int NAME_CHARS_MAX = 100;

    KeySettings {
        allowedTools = List.copyOf(allowedTools);
    }

    /** Reads the settings of a new key; omitted ones get their default. */
    static KeySettings parse(Body body, Set<String> tools) {
        String name = VisibleName.parse("name", body.requiredText("name"), NAME_CHARS_MAX);
        return standard(name).changed(body, tools);
    }

    /** The default settings: all tools but those of media, 60 calls a minute, and no monthly cap of its own. */
    static KeySettings standard(String name) {
        return new KeySettings(name, List.of(), false, RATE_STANDARD, null);
    }

    /**
     * These settings with the changes that a body names; others stay. A body may send stored values back, even where a
     * tool has been removed since or the rules of names have changed.
     */
    KeySettings changed(Body body, Set<String> tools) {
        return new KeySettings(
                body.has("name") ? VisibleName.parse("name", body.requiredText("name"), NAME_CHARS_MAX, name) : name,
                body.texts("allowedTools")
                        .map(names -> requireTools(names, tools))
                        .orElse(allowedTools),
                body.flag("mediaEnabled").orElse(mediaEnabled),
                rate(body.integer("rateLimitPerMinute"), callsPerMinute),
                body.isNull("monthlyCallLimit") ? null : cap(body.integer("monthlyCallLimit"), callsPerMonth));
    }

    private List<String> requireTools(List<String> names, Set<String> tools) {
        for (String sent : names) {
            if (!tools.contains(sent) && !allowedTools.contains(sent)) {
                throw Failure.invalid("`allowedTools` names a tool that does not exist; use "
                        + String.join(", ", tools.stream().sorted().toList()) + ".");
            }
        }
        return names.stream().distinct().toList();
    }

    private static int rate(OptionalLong wanted, int otherwise) {
        long rate = wanted.orElse(otherwise);
        if (rate < 1 || rate > RATE_MAX) {
            throw Failure.invalid("`rateLimitPerMinute` must be a whole number from 1 to " + RATE_MAX + ".");
        }
        return (int) rate;
    }

    private static @Nullable Long cap(OptionalLong wanted, @Nullable Long otherwise) {
        if (wanted.isEmpty()) {
            return otherwise;
        }
        if (wanted.getAsLong() < 1) {
            throw Failure.invalid("`monthlyCallLimit` must be a whole number of at least 1, or null.");
        }
        return wanted.getAsLong();
    }
}
