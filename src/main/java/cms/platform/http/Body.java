package cms.platform.http;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON object of a request, read member by member.
 *
 * <p>Absent and null members are empty; a member of another type is {@code INVALID} with its name. Unknown
 * members are ignored (design 2.2), server-owned ones are named to {@link #refuse}.
 */
public final class Body {
    private static final byte[] ESCAPED_NUL = "\\u0000".getBytes(StandardCharsets.US_ASCII);

    private final ObjectNode object;

    private Body(ObjectNode object) {
        this.object = object;
    }

    static Body parse(byte[] bytes) {
        if (bytes.length == 0) {
            throw Failure.invalid("This request needs a JSON body.");
        }
        JsonNode node = Json.sent(bytes);
        if (mayHaveNul(bytes) && hasNul(node)) {
            throw Failure.invalid("The JSON body contains a NUL character; leave it out.");
        }
        return of(node);
    }

    /** JSON writes a NUL as an escape; a search of the bytes needs no second copy of a long text. */
    private static boolean mayHaveNul(byte[] bytes) {
        for (int i = 0; i + ESCAPED_NUL.length <= bytes.length; i++) {
            if (bytes[i] == '\\'
                    && Arrays.equals(bytes, i, i + ESCAPED_NUL.length, ESCAPED_NUL, 0, ESCAPED_NUL.length)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a string or a member name contains a NUL, which PostgreSQL cannot store. */
    private static boolean hasNul(JsonNode node) {
        if (node.isString()) {
            return node.asString().indexOf('\0') >= 0;
        }
        if (node instanceof ObjectNode object) {
            return object.propertyNames().stream()
                    .anyMatch(name -> name.indexOf('\0') >= 0 || hasNul(object.get(name)));
        }
        return node.isArray() && node.valueStream().anyMatch(Body::hasNul);
    }

    /** @throws Failure INVALID unless {@code node} is an object */
    public static Body of(JsonNode node) {
        if (node instanceof ObjectNode object) {
            return new Body(object);
        }
        throw Failure.invalid("The JSON body must be an object.");
    }

    /** Every member as it came. */
    public ObjectNode json() {
        return object;
    }

    public boolean has(String name) {
        return object.has(name);
    }

    public Optional<JsonNode> node(String name) {
        return Optional.ofNullable(object.get(name)).filter(node -> !node.isNull());
    }

    /** True when the member is there and is null, which for some routes means "clear it". */
    public boolean isNull(String name) {
        return object.has(name) && object.get(name).isNull();
    }

    public Optional<String> text(String name) {
        return node(name).map(node -> {
            if (!node.isString()) {
                throw wrongType(name, "a string");
            }
            return node.asString();
        });
    }

    /** A string that is there and not blank. */
    public String requiredText(String name) {
        return text(name)
                .filter(text -> !text.isBlank())
                .orElseThrow(() -> Failure.invalid("`" + name + "` is required."));
    }

    public Optional<Boolean> flag(String name) {
        return node(name).map(node -> {
            if (!node.isBoolean()) {
                throw wrongType(name, "true or false");
            }
            return node.asBoolean();
        });
    }

    public OptionalLong integer(String name) {
        Optional<JsonNode> found = node(name);
        if (found.isEmpty()) {
            return OptionalLong.empty();
        }
        if (!found.get().isIntegralNumber() || !found.get().canConvertToLong()) {
            throw wrongType(name, "a whole number");
        }
        return OptionalLong.of(found.get().asLong());
    }

    public Optional<Body> object(String name) {
        return node(name).map(node -> {
            if (node instanceof ObjectNode nested) {
                return new Body(nested);
            }
            throw wrongType(name, "an object");
        });
    }

    public Body requiredObject(String name) {
        return object(name).orElseThrow(() -> Failure.invalid("`" + name + "` is required and must be an object."));
    }

    public Optional<List<String>> texts(String name) {
        return node(name).map(node -> {
            if (!node.isArray()) {
                throw wrongType(name, "a list of strings");
            }
            List<String> texts = new ArrayList<>();
            for (JsonNode item : node) {
                if (!item.isString()) {
                    throw wrongType(name, "a list of strings");
                }
                texts.add(item.asString());
            }
            return texts;
        });
    }

    /** Refuses members that only the service sets. */
    public Body refuse(String... serverOwned) {
        for (String name : serverOwned) {
            if (object.has(name)) {
                throw Failure.invalid("`" + name + "` cannot be set by a request; leave it out.");
            }
        }
        return this;
    }

    private static Failure wrongType(String name, String wanted) {
        return Failure.invalid("`" + name + "` must be " + wanted + ".");
    }
}
