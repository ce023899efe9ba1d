package cms.content.entry;

import cms.access.Author;
import cms.content.api.SaveRequest;
import cms.content.check.FindingTarget;
import cms.content.check.NameCheck;
import cms.content.check.Siblings;
import cms.content.write.Call;
import cms.format.CanonicalJson;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes entries of a collection: {@code { <entryId>: { <field>: <value> } }}. */
final class CollectionSave {
    private final Edit edit;
    private final AllowedModels visible;
    private final Author author;
    private final boolean always;

    CollectionSave(Edit edit, Call call) {
        this.edit = edit;
        this.visible = call.place().models();
        this.author = call.author();
        this.always = call.options().always();
    }

    List<String> write(SaveRequest request, AskedMeta asked) {
        ObjectNode data = request.data();
        edit.guardFiles();
        ObjectNode entries = Json.object();
        edit.current().values().ifPresent(entries::setAll);
        for (Map.Entry<String, JsonNode> sent : data.properties()) {
            FindingTarget subject = edit.subject(Optional.of(sent.getKey()));
            edit.addFindings(NameCheck.key(subject));
            if (sent.getValue() instanceof ObjectNode members) {
                entries.set(sent.getKey(), merged(entries.get(sent.getKey()), members));
            } else {
                edit.addFindings(List.of(subject.error("", "An entry must be an object of fields.")));
            }
        }
        check(entries, data);
        edit.checkSchedule(asked::schedule, data.propertyNames());
        if (!edit.refused()) {
            edit.putEntries(entries);
            edit.putWritten(changed(entries, data.propertyNames(), asked), author, asked::over);
        }
        return List.copyOf(data.propertyNames());
    }

    /** Entries that a save does not change keep their last author. */
    private List<String> changed(ObjectNode entries, Collection<String> keys, AskedMeta asked) {
        ObjectNode stored = edit.current().values().orElseGet(Json::object);
        return keys.stream()
                .filter(key ->
                        always || asked.changesMeta(key) || !CanonicalJson.same(stored.get(key), entries.get(key)))
                .toList();
    }

    private void check(ObjectNode entries, ObjectNode data) {
        Siblings siblings = Siblings.of(entries);
        Set<String> saved = Set.copyOf(data.propertyNames());
        for (String id : data.propertyNames()) {
            if (entries.get(id) instanceof ObjectNode entry) {
                edit.check(edit.subject(Optional.of(id)), entry, siblings, saved, visible);
            }
        }
    }

    /** Sent members over stored ones; null clears a member (reference 4.2). */
    static ObjectNode merged(@Nullable JsonNode stored, ObjectNode sent) {
        ObjectNode merged = Json.object();
        if (stored instanceof ObjectNode members) {
            merged.setAll(members);
        }
        sent.forEachEntry((name, value) -> {
            if (value.isNull()) {
                merged.remove(name);
            } else {
                merged.set(name, value);
            }
        });
        return merged;
    }
}
