package cms.platform.http;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.SentJson;
import cms.platform.json.ValueBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON object of a request, read member by member.
 *
 * <p>Absent and null members are empty; a member of another type is {@code INVALID} with its name. Unknown members are
 * ignored (design 2.2), server-owned ones are named to {@link #refuse}.
 */
public final class Body {
    private static final String NOTHING_SENT = "This request needs a JSON body.";

    /** Members of stored rows that no request of a person sets, unless its route says so (design 2.2). */
    private static final List<String> SERVER_OWNED = List.of(
            "id",
            "type",
            "role",
            "plan",
            "owner_id",
            "workspace_id",
            "project_id",
            "user_id",
            "github_installation_id",
            "created_at",
            "created_by",
            "updated_at",
            "accepted_at",
            "invited_at",
            "last_used_at",
            "revoked_at",
            "key_hash",
            "key_prefix");

    private final ObjectNode object;

    private Body(ObjectNode object) {
        this.object = object;
    }

    /** @throws Failure UNSUPPORTED_MEDIA_TYPE for another type of content, INVALID when nothing was sent at all */
    static void requireJson(String contentType, BooleanSupplier isThere) {
        String mediaType = contentType.toLowerCase(Locale.ROOT).split(";", 2)[0].strip();
        if (mediaType.equals("application/json")) {
            return;
        }
        if (!isThere.getAsBoolean()) {
            throw Failure.invalid(NOTHING_SENT);
        }
        throw Failure.of(FailureKind.UNSUPPORTED_MEDIA_TYPE, "Send the body with Content-Type: application/json.");
    }

    static Body parse(byte[] bytes, ValueBudget budget) {
        if (bytes.length == 0) {
            throw Failure.invalid(NOTHING_SENT);
        }
        return of(SentJson.withoutNul(bytes, budget));
    }

    /** @throws Failure INVALID unless {@code node} is an object */
    public static Body of(JsonNode node) {
        if (node instanceof ObjectNode object) {
            return new Body(object);
        }
        throw Failure.invalid("The JSON body must be an object.");
    }

    /** The JSON object as it was sent. */
    public ObjectNode json() {
        return object;
    }

    public boolean has(String name) {
        return object.has(name);
    }

    public Optional<JsonNode> node(String name) {
        return Optional.ofNullable(object.get(name)).filter(node -> !node.isNull());
    }

    /** Whether the member is present and null, which for some routes means "clear it". */
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

    /** A string that is present and not blank, otherwise INVALID. */
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

    /** Refuses what rows have from the service alone, but for members that the route lets people set. */
    void refuseOwned(String... taken) {
        List<String> free = List.of(taken);
        refuse(SERVER_OWNED.stream().filter(name -> !free.contains(name)).toArray(String[]::new));
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

    /**
     * The row that a change is for. Where there is none the body is read all the same: what is wrong with it is said
     * before the row is missed (design 2.2).
     *
     * @param reading reads this body as a change of nothing, and fails where it is none
     */
    public <T> T targeting(Optional<T> row, Consumer<Body> reading, Supplier<Failure> missing) {
        return row.orElseThrow(() -> {
            reading.accept(this);
            return missing.get();
        });
    }

    private static Failure wrongType(String name, String wanted) {
        return Failure.invalid("`" + name + "` must be " + wanted + ".");
    }
}
