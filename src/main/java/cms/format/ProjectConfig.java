package cms.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The members of {@code .cms/config.json} (spec 2.6); anything missing reads as its default.
 *
 * @param raw every member as it is in the file; it must not be changed
 */
public record ProjectConfig(ObjectNode raw) {
    /** Whether a change lands by itself after its commit, or waits for a reviewer. */
    public enum Workflow {
        AUTO_MERGE("auto-merge"),
        REVIEW("review");

        private final String wireName;

        Workflow(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }

        public static Optional<Workflow> of(String wireName) {
            for (Workflow workflow : values()) {
                if (workflow.wireName.equals(wireName)) {
                    return Optional.of(workflow);
                }
            }
            return Optional.empty();
        }
    }

    /** A violated rule of reference 1.4; a configuration with an error may not be written. */
    public record Problem(boolean error, String field, String message) {}

    /** The version of the file format; 1 when the file states none. */
    public int version() {
        JsonNode version = raw.get("version");
        return version != null && version.isInt() ? version.intValue() : 1;
    }

    public String stack() {
        return FieldDefinition.text(raw, "stack").orElse("other");
    }

    /** The locale under which models without translation appear. */
    public String defaultLocale() {
        JsonNode stated = locales().path("default");
        return stated.isString() ? stated.stringValue() : ContentNames.DEFAULT_LOCALE;
    }

    /**
     * The supported locales; the default one alone when the file states none. Of more than
     * {@link FormatLimits#LOCALES_MAX} the first are supported.
     */
    public List<String> supportedLocales() {
        List<String> stated = texts(locales().path("supported"))
                .limit(FormatLimits.LOCALES_MAX)
                .toList();
        return stated.isEmpty() ? List.of(defaultLocale()) : stated;
    }

    /** Whether the file names locales that are not supported, because they are too many. */
    public boolean hasLocalesBeyondLimit() {
        return texts(locales().path("supported"))
                .skip(FormatLimits.LOCALES_MAX)
                .findAny()
                .isPresent();
    }

    public List<String> domains() {
        return texts(raw.path("domains")).toList();
    }

    /** {@code auto-merge} when absent; an unknown word reads as the careful one, {@code review}. */
    public Workflow workflow() {
        JsonNode stated = raw.get("workflow");
        return stated == null || stated.isNull()
                ? Workflow.AUTO_MERGE
                : Workflow.of(stated.asString("")).orElse(Workflow.REVIEW);
    }

    /** Whether undeclared fields and broken relations are errors instead of warnings. */
    public boolean strict() {
        return raw.path("strict").booleanValue(false);
    }

    /** The faults of the configuration, worst first. */
    public List<Problem> problems() {
        List<Problem> problems = new ArrayList<>();
        if (!raw.path("version").isNumber()) {
            problems.add(new Problem(true, "version", "The version must be a number."));
        }
        if (Workflow.of(raw.path("workflow").asString("")).isEmpty()) {
            problems.add(new Problem(true, "workflow", "The workflow must be auto-merge or review."));
        }
        String stated = locales().path("default").asString("");
        if (!ContentNames.isLocale(stated)) {
            problems.add(new Problem(true, "locales.default", "The default locale must look like en or en-GB."));
        }
        List<String> supported = texts(locales().path("supported"))
                .limit(FormatLimits.LOCALES_MAX)
                .toList();
        if (hasLocalesBeyondLimit()) {
            String message = "The configuration supports more than " + FormatLimits.LOCALES_MAX
                    + " locales; the rest is ignored.";
            problems.add(new Problem(true, "locales.supported", message));
        }
        if (supported.isEmpty() || !supported.stream().allMatch(ContentNames::isLocale)) {
            String message = "The supported locales must be a list of locales such as en or en-GB.";
            problems.add(new Problem(true, "locales.supported", message));
        } else if (!supported.contains(stated)) {
            String message = "The default locale is not among the supported ones.";
            problems.add(new Problem(false, "locales.supported", message));
        }
        if (raw.has("strict") && !raw.path("strict").isBoolean()) {
            problems.add(new Problem(true, "strict", "The member strict must be true or false."));
        }
        if (domains().isEmpty()) {
            problems.add(new Problem(false, "domains", "The configuration names no domain."));
        }
        return List.copyOf(problems);
    }

    private JsonNode locales() {
        return raw.path("locales");
    }

    private static Stream<String> texts(JsonNode list) {
        return list.valueStream()
                .filter(JsonNode::isString)
                .map(JsonNode::stringValue)
                .distinct();
    }
}
