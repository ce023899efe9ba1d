package cms.agent.tools;

import cms.agent.desk.ToolInput;
import cms.agent.desk.Work;
import cms.content.api.EntryPage;
import cms.content.api.EntryQuery;
import cms.format.ModelDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reading and showing entries, for several tools. */
final class EntryReading {
    private static final int PAGE = 100;

    private EntryReading() {}

    static EntryQuery query(Work work, ModelDefinition model, ToolInput input, List<String> ids, int limit) {
        return new EntryQuery(
                work.branch(),
                model.id(),
                work.locale(model, input.text("locale")),
                ids,
                Optional.empty(),
                Optional.empty(),
                input.texts("fields"),
                input.text("cursor"),
                limit);
    }

    /** Every entry of a model in a locale, at most {@code max}. */
    static List<EntryPage.Item> all(Work work, ModelDefinition model, Optional<String> locale, int max) {
        List<EntryPage.Item> found = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            EntryPage page = work.list(new EntryQuery(
                    work.branch(),
                    model.id(),
                    locale,
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    cursor,
                    PAGE));
            found.addAll(page.entries());
            cursor = page.next();
        } while (cursor.isPresent() && found.size() < max);
        return found;
    }

    static ObjectNode data(EntryPage.Item item) {
        ObjectNode data = item.data();
        item.body().ifPresent(body -> data.put("body", body));
        return data;
    }

    /** Title of an entry: the first of the usual members that has a text, else its id. */
    static String title(EntryPage.Item item) {
        for (String member : List.of("title", "name", "label", "heading")) {
            String text = item.data().path(member).asString("");
            if (!text.isBlank()) {
                return text;
            }
        }
        return item.id();
    }

    /** The locales of a model that the caller may see; a model without translation has one, unnamed. */
    static List<Optional<String>> locales(Work work, ModelDefinition model) {
        if (!model.i18n()) {
            return List.of(Optional.empty());
        }
        return work.overview()
                .path("config")
                .path("locales")
                .path("supported")
                .valueStream()
                .map(JsonNode::asString)
                .filter(work.place().locales()::allows)
                .map(Optional::of)
                .toList();
    }
}
