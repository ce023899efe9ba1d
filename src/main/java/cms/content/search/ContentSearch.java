package cms.content.search;

import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.MarkdownFile;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Searches snapshots. The folded text of an entry is made once and kept as long as the entry: parsed values stay the
 * same objects while others in their file change, so a save costs the search one entry.
 */
public final class ContentSearch {
    /** Folded characters that one question may look through; more content than this is not searched to its end. */
    private static final long CHARS_LOOKED_AT_MAX = 400_000_000L;

    private final Cache<Object, Known> entries =
            Caffeine.newBuilder().weakKeys().build();
    private final Cache<LocaleContent, List<SearchEntry>> locales =
            Caffeine.newBuilder().weakKeys().build();

    /** A new definition may give an entry another title. */
    private record Known(ModelDefinition model, SearchEntry entry) {}

    private record Hit(int score, ModelContent content, String locale, SearchEntry entry) {
        static final Comparator<Hit> WORST_FIRST = Comparator.comparingInt(Hit::score)
                .thenComparing(hit -> hit.content().model().id(), Comparator.reverseOrder())
                .thenComparing(Hit::locale, Comparator.reverseOrder())
                .thenComparing(hit -> hit.entry().key(), Comparator.reverseOrder());
    }

    /**
     * {@code { query, total, complete, results: [{ model, locale, id, title, status, field, snippet, score }] }}, best
     * first; {@code complete} is false when there was more content than one question may look through.
     */
    public ObjectNode search(Snapshot snapshot, SearchWish wish) {
        Question question = Question.parse(wish.question());
        PriorityQueue<Hit> best = new PriorityQueue<>(Hit.WORST_FIRST);
        int total = 0;
        long left = CHARS_LOOKED_AT_MAX;
        for (ModelContent content : snapshot.contents()) {
            if (!isWanted(content.model(), wish)) {
                continue;
            }
            for (Map.Entry<String, LocaleContent> locale : content.locales().entrySet()) {
                if (wish.locale()
                        .filter(wanted -> !wanted.equals(locale.getKey()))
                        .isPresent()) {
                    continue;
                }
                for (SearchEntry entry : entriesOf(content.model(), locale.getValue())) {
                    left -= entry.text().length();
                    int score = left < 0 ? 0 : question.score(entry.title(), entry.text());
                    if (score > 0) {
                        total++;
                        best.add(new Hit(score, content, locale.getKey(), entry));
                        if (best.size() > wish.limit()) {
                            best.remove();
                        }
                    }
                }
            }
        }
        return answer(wish, question, total, left >= 0, best);
    }

    private static boolean isWanted(ModelDefinition model, SearchWish wish) {
        return wish.visible().test(model.id())
                && wish.model().map(model.id()::equals).orElse(true);
    }

    private static ObjectNode answer(
            SearchWish wish, Question question, int total, boolean complete, PriorityQueue<Hit> best) {
        ObjectNode json =
                Json.object().put("query", wish.question()).put("total", total).put("complete", complete);
        ArrayNode results = json.putArray("results");
        best.stream().sorted(Hit.WORST_FIRST.reversed()).forEach(hit -> {
            LocaleContent content = hit.content().in(hit.locale());
            String key = hit.entry().key();
            Snippet snippet = Snippet.of(question, Excerpts.of(hit.content().model(), content, key));
            results.addObject()
                    .put("model", hit.content().model().id())
                    .put("locale", hit.locale())
                    .put("id", key.isEmpty() ? null : key)
                    .put("title", Excerpts.title(hit.content().model(), content, key))
                    .put("status", content.metaOf(key).raw().path("status").asString(null))
                    .put("field", snippet.field())
                    .put("snippet", snippet.text())
                    .put("score", hit.score());
        });
        return json;
    }

    private List<SearchEntry> entriesOf(ModelDefinition model, LocaleContent content) {
        return locales.get(content, missing -> read(model, content));
    }

    private List<SearchEntry> read(ModelDefinition model, LocaleContent content) {
        List<SearchEntry> found = new ArrayList<>();
        switch (model.kind()) {
            case COLLECTION ->
                content.values()
                        .ifPresent(values -> values.forEachEntry(
                                (id, entry) -> found.add(entry(model, content, id, entry, entry, ""))));
            case DOCUMENT ->
                content.documents()
                        .forEach((String slug, MarkdownFile file) ->
                                found.add(entry(model, content, slug, file, file.frontmatter(), file.body())));
            case SINGLETON ->
                content.values().ifPresent(values -> found.add(entry(model, content, "", values, values, "")));
            case DICTIONARY ->
                content.values()
                        .ifPresent(values -> values.forEachEntry(
                                (key, text) -> found.add(entry(model, content, key, text, text, ""))));
        }
        return List.copyOf(found);
    }

    private SearchEntry entry(
            ModelDefinition model, LocaleContent content, String key, Object identity, JsonNode value, String body) {
        Known known = entries.getIfPresent(identity);
        if (known != null && known.model() == model && known.entry().key().equals(key)) {
            return known.entry();
        }
        SearchEntry fresh = SearchEntry.of(key, Excerpts.title(model, content, key), value, body);
        entries.put(identity, new Known(model, fresh));
        return fresh;
    }
}
