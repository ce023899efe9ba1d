package cms.media.variant;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The sizes of a picture that are kept, by name (reference 9).
 *
 * @param preset the name of the preset; empty for a map that a caller wrote
 */
public record VariantMap(Optional<String> preset, Map<String, VariantSpec> byName) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,40}");
    private static final int SIZES_MAX = 50;
    private static final Map<String, VariantMap> PRESETS = presets();

    public VariantMap {
        byName = Map.copyOf(byName);
    }

    /** The variants of a picture where none are named. */
    public static VariantMap standard() {
        return preset("hero-image").orElseThrow();
    }

    public static Optional<VariantMap> preset(String name) {
        return Optional.ofNullable(PRESETS.get(name));
    }

    /** No variants, for files that are not pictures. */
    public static VariantMap none() {
        return new VariantMap(Optional.empty(), Map.of());
    }

    /** The names in their order. */
    public List<String> names() {
        return byName.keySet().stream().sorted().toList();
    }

    /** The size of a name that is one of {@link #names}. */
    public VariantSpec spec(String name) {
        return Objects.requireNonNull(byName.get(name), name);
    }

    /** @throws Failure INVALID unless it is the name of a preset or a map of names to sizes */
    public static VariantMap parse(JsonNode node) {
        if (node.isString()) {
            return parse(node.asString());
        }
        if (!(node instanceof ObjectNode object)) {
            throw unknown();
        }
        if (object.size() > SIZES_MAX) {
            throw Failure.invalid("`variants` must have at most " + SIZES_MAX + " sizes.");
        }
        Map<String, VariantSpec> byName = new LinkedHashMap<>();
        for (String name : object.propertyNames()) {
            if (!NAME.matcher(name).matches() || name.equals("original")) {
                throw Failure.invalid(
                        "A name in `variants` must have 1 to 40 letters a-z, digits or -, and not be" + " `original`.");
            }
            byName.put(name, VariantSpec.parse(name, object.get(name)));
        }
        return new VariantMap(Optional.empty(), byName);
    }

    /** The same, as the text of a form: a preset's name or a map in JSON. */
    public static VariantMap parse(String text) {
        String stripped = text.strip();
        return stripped.startsWith("{")
                ? parse(Json.sent(stripped.getBytes(StandardCharsets.UTF_8)))
                : preset(stripped).orElseThrow(VariantMap::unknown);
    }

    /** A preset's name, or the map; {@link #parse(JsonNode)} reads it again. */
    public JsonNode json() {
        if (preset.isPresent()) {
            return StringNode.valueOf(preset.get());
        }
        ObjectNode json = Json.object();
        names().forEach(name -> json.set(name, spec(name).json()));
        return json;
    }

    private static Failure unknown() {
        return Failure.invalid("`variants` must be one of " + String.join(", ", PRESETS.keySet())
                + ", or an object of names and sizes.");
    }

    private static Map<String, VariantMap> presets() {
        Map<String, VariantMap> presets = new LinkedHashMap<>();
        define(presets, "hero-image", """
            {"hero":{"width":1920,"height":1080,"quality":85},"card":{"width":600,"height":400},
             "thumb":{"width":300,"height":200,"quality":75},
             "og":{"width":1200,"height":630,"quality":90,"format":"jpeg"}}\
            """);
        define(presets, "avatar", """
            {"large":{"width":256,"height":256},"medium":{"width":96,"height":96},"small":{"width":48,"height":48}}\
            """);
        define(presets, "gallery", """
            {"full":{"width":1600,"height":1200,"fit":"inside"},"medium":{"width":800,"height":600,"fit":"inside"},
             "thumb":{"width":200,"height":200}}\
            """);
        define(presets, "icon", """
            {"large":{"width":128,"height":128,"fit":"contain"},"medium":{"width":48,"height":48,"fit":"contain"},
             "small":{"width":24,"height":24,"fit":"contain"}}\
            """);
        define(presets, "logo", """
            {"large":{"width":400,"fit":"inside"},"small":{"width":200,"fit":"inside"},
             "favicon":{"width":32,"height":32,"fit":"contain","format":"png"}}\
            """);
        return presets;
    }

    private static void define(Map<String, VariantMap> presets, String name, String json) {
        presets.put(
                name, new VariantMap(Optional.of(name), parse(Json.parse(json)).byName()));
    }
}
