package cms.format;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file {@code .cms/context.json} (spec 2.9, reference 2.7): the last write that landed, and counts.
 *
 * <p>It carries instants and is written at landing only, never on a {@code cr/*} branch.
 */
public record ContextFile(LastOperation lastOperation, Stats stats) {
    private static final String VERSION = "1";

    /** The writing client; not to be mixed up with {@link EntryMeta.Source}. */
    public enum Client {
        MCP_LOCAL("mcp-local"),
        MCP_HOSTED("mcp-hosted"),
        APP_UI("app-ui");

        private final String wireName;

        Client(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }
    }

    /**
     * A write.
     *
     * @param tool such as {@code save_content}
     * @param model the model's id; empty for none
     * @param locale empty for the save of a model
     * @param entries the entries' ids; empty for a singleton, a dictionary or a model, where the member is left out
     */
    public record LastOperation(
            String tool, String model, String locale, List<String> entries, Instant at, Client client) {}

    /**
     * Counts.
     *
     * @param entries over all locales: a collection counts each locale's entries, a document each slug and locale, a
     *     singleton or dictionary each locale file
     */
    public record Stats(int models, int entries, List<String> locales, Instant lastSync) {}

    public byte[] bytes() {
        ObjectNode operation = JsonNodeFactory.instance
                .objectNode()
                .put("tool", lastOperation.tool())
                .put("model", lastOperation.model())
                .put("locale", lastOperation.locale())
                .put("timestamp", text(lastOperation.at()))
                .put("source", lastOperation.client().wireName());
        if (!lastOperation.entries().isEmpty()) {
            lastOperation.entries().forEach(operation.putArray("entries")::add);
        }
        ObjectNode counts = JsonNodeFactory.instance
                .objectNode()
                .put("models", stats.models())
                .put("entries", stats.entries())
                .put("lastSync", text(stats.lastSync()));
        stats.locales().forEach(counts.putArray("locales")::add);
        ObjectNode file = JsonNodeFactory.instance.objectNode().put("version", VERSION);
        file.set("lastOperation", operation);
        file.set("stats", counts);
        return CanonicalJson.bytes(file);
    }

    /** Three digits of a second, as ECMAScript prints instants; the instant is cut to milliseconds. */
    private static String text(Instant instant) {
        Instant millis = instant.truncatedTo(ChronoUnit.MILLIS);
        String text = millis.toString();
        return millis.getNano() == 0 ? text.replace("Z", ".000Z") : text;
    }
}
