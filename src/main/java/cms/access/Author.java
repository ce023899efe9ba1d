package cms.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The author of a change: the person, the way in, and the key or app used; stored in the trailers of the commit, in the
 * meta of entries and in the log. A key acts on behalf of a person, who is the actor; {@code via} names the key.
 *
 * @param id the user's id, or {@code form:<model>} for a form that acts without a person
 * @param email the co-author of the commit; keys and forms have pseudo addresses
 * @param via the key, app or conversation through which the person acted, such as {@code mcp_key:<id>} or
 *     {@code conversation/<id>}; null for the person's own session
 * @param tool the name of the operation in context.json and the log; null for the operation's own name
 */
public record Author(
        String id,
        String email,
        Origin origin,
        @Nullable String via,
        @Nullable String tool) {

    private static final String FORM_DOMAIN = "@forms.invalid";

    /** The ways in. */
    public enum Origin {
        /** A person in a browser. */
        APP,
        /** A person with an access token of a command-line session. */
        CLI,
        /** A push. */
        GIT,
        /** A person's agent in the application. */
        AGENT,
        /** The agent on behalf of a conversation key. */
        CONVERSATION,
        /** A remote tool. */
        MCP,
        /** A public form. */
        FORM,
        /** A program with a key of delivery or media. */
        KEY;

        /** The word in trailers, rows and answers: {@code app}, {@code cli}, ... */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The origin of exactly this name; empty for anything else. */
        public static Optional<Origin> find(String key) {
            return Arrays.stream(values())
                    .filter(origin -> origin.key().equals(key))
                    .findFirst();
        }

        /** Whether a model wrote the words (spec 2.8, {@code source}). */
        boolean isMachine() {
            return switch (this) {
                case AGENT, CONVERSATION, MCP -> true;
                case APP, CLI, GIT, FORM, KEY -> false;
            };
        }
    }

    /** A person in the application. */
    public static Author person(String userId, String email) {
        return new Author(userId, email, Origin.APP, null, null);
    }

    /**
     * A key of any kind: its actions count as those of a person, and its address is the co-author.
     *
     * @param personId the person who made the key, or owns the workspace that it belongs to
     * @param means its form in the log, such as {@code mcp_key:<id>} or the conversation that it has
     */
    public static Author ofKey(Origin way, String keyId, String personId, String means) {
        return new Author(personId, keyId + "@keys.invalid", way, means, null);
    }

    /** A copy that acts through a key, app or conversation. */
    public Author through(Origin way, @Nullable String means) {
        return new Author(id, email, way, means, tool);
    }

    /** A copy that approves a visitor's text: the form is the co-author of its entries (reference 2.6). */
    public Author lettingIn(String modelId) {
        return new Author(id, "form-" + modelId + FORM_DOMAIN, origin, via, tool);
    }

    /**
     * Whether a model wrote the words (spec 2.8, {@code source}); a visitor's words are not those of the member who
     * approves them.
     */
    public boolean isMachine() {
        return origin.isMachine() && !email.endsWith(FORM_DOMAIN);
    }

    /** A copy with another name for the operation. */
    public Author withTool(String name) {
        return new Author(id, email, origin, via, name);
    }

    /** The name of the operation. */
    public String toolOr(String own) {
        return tool == null ? own : tool;
    }
}
