package cms.content.api;

import cms.platform.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Settings to change in config.json (spec 4.6); absent members stay. */
public record ConfigRequest(
        Optional<String> workflow,
        Optional<String> defaultLocale,
        Optional<List<String>> supportedLocales,
        Optional<List<String>> domains,
        Optional<Boolean> strict) {

    /** A request that changes nothing. */
    public static ConfigRequest nothing() {
        return new ConfigRequest(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The top-level members that change, for the commit message. */
    public String changedKeys() {
        StringJoiner keys = new StringJoiner(", ");
        workflow.ifPresent(value -> keys.add("workflow"));
        if (defaultLocale.isPresent() || supportedLocales.isPresent()) {
            keys.add("locales");
        }
        domains.ifPresent(value -> keys.add("domains"));
        strict.ifPresent(value -> keys.add("strict"));
        return keys.toString();
    }

    /** The stored configuration with the changed members; it is not checked. */
    public ObjectNode over(ObjectNode stored) {
        ObjectNode changed = stored.deepCopy();
        workflow.ifPresent(value -> changed.put("workflow", value));
        ObjectNode locales = changed.get("locales") instanceof ObjectNode known ? known : Json.object();
        defaultLocale.ifPresent(value -> locales.put("default", value));
        supportedLocales.ifPresent(values -> locales.set("supported", list(values)));
        if (!locales.isEmpty()) {
            changed.set("locales", locales);
        }
        domains.ifPresent(values -> changed.set("domains", list(values)));
        strict.ifPresent(value -> changed.put("strict", value));
        return changed;
    }

    private static ArrayNode list(List<String> values) {
        ArrayNode list = Json.object().putArray("list");
        values.stream().distinct().forEach(list::add);
        return list;
    }
}
