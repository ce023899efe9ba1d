package cms.mcp.tools;

import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.format.ModelDefinition;
import cms.git.CommitId;
import cms.mcp.call.Excerpt;
import cms.mcp.call.ToolContext;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The stored versions of the entries of a save, at one commit.
 *
 * @param locales the read locales by those of the entries
 * @param shown whether the caller may be told what they hold
 */
record StoredEntries(
        Map<String, EntryPage.Item> items,
        Map<Optional<String>, String> locales,
        Optional<CommitId> commit,
        boolean shown) {
    /** @param at a commit of the project; empty for the newest content */
    static StoredEntries of(ModelDefinition model, List<SaveItem> items, Optional<String> at, ToolContext context) {
        Map<Optional<String>, List<String>> ids = new LinkedHashMap<>();
        items.forEach(item ->
                ids.computeIfAbsent(item.locale(), locale -> new ArrayList<>()).add(item.id()));
        Map<String, EntryPage.Item> found = new HashMap<>();
        Map<Optional<String>, String> locales = new HashMap<>();
        Optional<CommitId> commit = Optional.empty();
        for (var each : ids.entrySet()) {
            EntryPage page = context.contents().list(context.place(), query(model, each.getKey(), each.getValue(), at));
            page.entries().forEach(item -> found.put(each.getKey().orElse("") + "\n" + item.id(), item));
            locales.put(each.getKey(), page.locale());
            commit = commit.or(() -> Optional.of(page.commit()));
        }
        return new StoredEntries(found, locales, commit, context.mayRead());
    }

    private static EntryQuery query(
            ModelDefinition model, Optional<String> locale, List<String> ids, Optional<String> at) {
        return EntryQuery.byIds(at, model.id(), locale, ids.contains("") ? List.of() : ids, EntryQuery.LIMIT_MAX);
    }

    Optional<EntryPage.Item> find(SaveItem item) {
        return Optional.ofNullable(items.get(item.key()));
    }

    String locale(SaveItem item) {
        return locales.getOrDefault(item.locale(), "");
    }

    /** The refusal of the first entry that has changed since its caller read it; empty when none has. */
    Optional<Failure> unexpected(List<SaveItem> wanted) {
        for (int i = 0; i < wanted.size(); i++) {
            SaveItem item = wanted.get(i);
            Optional<String> expected = item.sent().text("if_match");
            String tag = find(item).map(EntryPage.Item::tag).orElse("");
            if (expected.isPresent() && !expected.get().equals(tag)) {
                return Optional.of(stale(i, item, tag));
            }
        }
        return Optional.empty();
    }

    private Failure stale(int index, SaveItem item, String tag) {
        ObjectNode current =
                Json.object().put("index", index).put("entry", item.id()).put("etag", tag.isEmpty() ? null : tag);
        find(item).ifPresent(known -> {
            if (shown) { // which members differ says of each whether it has the value that was sent
                differing(item, known).forEach(current.putArray("differs")::add);
                current.set("data", Excerpt.of(known.data()));
            }
        });
        String differs =
                " `data.current.differs` names the members that you send and that are stored with another value;";
        return Failure.of(
                        FailureKind.PRECONDITION_FAILED,
                        "Somebody has changed entries[" + index + "] since it was read."
                                + (current.has("differs") ? differs + " repeat" : " Repeat")
                                + " the call with the etag of `data.current` where yours is meant.")
                .withData(Map.of("current", current));
    }

    private static List<String> differing(SaveItem item, EntryPage.Item known) {
        ObjectNode sent = item.sent().object("data").orElseGet(Json::object);
        return sent.propertyStream()
                .filter(member -> !member.getValue().equals(known.data().get(member.getKey())))
                .map(Map.Entry::getKey)
                .toList();
    }
}
