package cms.mcp.tools;

import cms.content.api.EntryPage;
import cms.content.api.Finding;
import cms.content.api.SaveReport;
import cms.content.api.SaveRequest;
import cms.content.api.Written;
import cms.format.ModelDefinition;
import cms.format.ModelKind;
import cms.mcp.call.Excerpt;
import cms.platform.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer of {@code cms_content_save}: the outcome of each entry, and the members that the call changes; what they
 * were is for callers who may read entries.
 */
record SaveReply(
        ModelDefinition model,
        List<SaveItem> items,
        List<SaveRequest> saves,
        StoredEntries before,
        StoredEntries after) {
    private static final int DIFF_MAX = 20;
    private static final int ADVISORIES_MAX = 20;

    /** Most bytes of the differences in one answer, so that long values leave room for the rest. */
    private static final int DIFF_BYTES_MAX = 12 * 1024;

    ObjectNode of(Written<SaveReport> written) {
        ObjectNode value = Json.object()
                .put("status", LandingReport.status(written))
                .put("message", LandingReport.message(written, items.size() + " saved."));
        ArrayNode results = value.putArray("results");
        items.forEach(item -> results.add(result(item, written.status())));
        addDifferences(value.putArray("diff"));
        LandingReport.add(value, written);
        ObjectNode validation = value.putObject("validation").put("valid", true);
        validation.putArray("errors");
        Map<String, Finding> advisories = new TreeMap<>();
        written.report().findings().forEach(finding -> advisories.putIfAbsent(finding.message(), finding));
        if (!advisories.isEmpty()) {
            ArrayNode list = value.putArray("advisories");
            advisories.values().stream()
                    .limit(ADVISORIES_MAX)
                    .map(Finding::json)
                    .forEach(list::add);
        }
        return LandingReport.addNext(value, written);
    }

    private ObjectNode result(SaveItem item, Written.Status status) {
        ObjectNode result = Json.object().put("action", before.find(item).isPresent() ? "updated" : "created");
        if (!item.id().isEmpty()) {
            result.put(model.kind() == ModelKind.DOCUMENT ? "slug" : "id", item.id());
        }
        result.put("locale", after.locale(item));
        if (status != Written.Status.DRY_RUN) {
            after.find(item).ifPresent(known -> result.put("etag", known.tag()));
        }
        return result;
    }

    private void addDifferences(ArrayNode diff) {
        int bytes = 0;
        for (int i = 0; i < items.size(); i++) {
            for (ObjectNode change : differences(items.get(i), saves.get(i))) {
                bytes += Json.bytes(change).length;
                if (diff.size() == DIFF_MAX || bytes > DIFF_BYTES_MAX) {
                    return;
                }
                diff.add(change);
            }
        }
    }

    /** The members that the call changes, with long texts cut; who may not read gets all that the call sets. */
    private List<ObjectNode> differences(SaveItem item, SaveRequest save) {
        boolean keyed = save.slug().isEmpty() && !item.id().isEmpty();
        ObjectNode sent = (ObjectNode) (keyed ? save.data().get(item.id()) : save.data()).deepCopy();
        save.body().ifPresent(body -> sent.put("body", body));
        Optional<EntryPage.Item> known = before.find(item);
        return sent.propertyStream()
                .filter(member -> !before.shown() || !isSame(old(known, member.getKey(), save), member.getValue()))
                .limit(DIFF_MAX)
                .map(member -> {
                    ObjectNode change = Json.object().put("entry", item.id()).put("field", member.getKey());
                    if (before.shown()) {
                        change.set("before", old(known, member.getKey(), save).orElse(null));
                    }
                    change.set("after", member.getValue());
                    return Excerpt.of(change);
                })
                .toList();
    }

    private static boolean isSame(Optional<JsonNode> old, JsonNode now) {
        return old.map(now::equals).orElseGet(now::isNull);
    }

    private static Optional<JsonNode> old(Optional<EntryPage.Item> known, String member, SaveRequest save) {
        return member.equals("body") && save.body().isPresent()
                ? known.flatMap(EntryPage.Item::body).map(Json::tree)
                : known.map(entry -> entry.data().get(member));
    }
}
