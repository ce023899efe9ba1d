package cms.content.search;

import cms.content.snapshot.LocaleContent;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.ModelDefinition;
import cms.platform.compute.Cancellation;
import cms.platform.json.Json;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Searches snapshots, several models at once; nothing is cached between two queries. */
public final class ContentSearch {
    /** Characters that one query may look through; more content than this is not searched to its end. */
    private static final long CHARS_LOOKED_AT_MAX = 400_000_000L;

    private ContentSearch() {}

    /** Characters that this query may still look through, and whether it is cancelled. */
    private record SearchBudget(AtomicLong chars, Cancellation cancellation) {
        static SearchBudget whole() {
            return new SearchBudget(new AtomicLong(CHARS_LOOKED_AT_MAX), Cancellation.current());
        }

        boolean isLeft() {
            return chars.get() >= 0;
        }

        void spend(long amount) {
            cancellation.pause();
            chars.addAndGet(-amount);
        }
    }

    private record Hit(int score, ModelContent content, String locale, String key) {
        static final Comparator<Hit> WORST_FIRST = Comparator.comparingInt(Hit::score)
                .thenComparing(hit -> hit.content().model().id(), Comparator.reverseOrder())
                .thenComparing(Hit::locale, Comparator.reverseOrder())
                .thenComparing(Hit::key, Comparator.reverseOrder());
    }

    /** The best hits among those that were added. */
    private static final class Best {
        private final PriorityQueue<Hit> hits = new PriorityQueue<>(Hit.WORST_FIRST);
        private final int limit;
        private int total;

        Best(int limit) {
            this.limit = limit;
        }

        void add(Hit hit) {
            if (hits.size() >= limit && Hit.WORST_FIRST.compare(hit, hits.element()) < 0) {
                return;
            }
            hits.add(hit);
            if (hits.size() > limit) {
                hits.remove();
            }
        }

        void addAll(Best others) {
            total += others.total;
            others.hits.forEach(this::add);
        }
    }

    /**
     * {@code { query, total, complete, results: [{ model, locale, id, title, status, field, snippet, score }] }}, best
     * first; {@code complete} is false when there was more content than one question may look through.
     */
    public static ObjectNode search(Snapshot snapshot, SearchCriteria criteria) {
        SearchQuery question = SearchQuery.parse(criteria.question());
        SearchBudget left = SearchBudget.whole();
        List<Best> found = snapshot.contents().parallelStream()
                .filter(content -> isWanted(content.model(), criteria))
                .map(content -> look(content, criteria, question, left))
                .toList();
        Best best = new Best(criteria.limit());
        found.forEach(best::addAll);
        return answer(criteria, question, left.isLeft(), best);
    }

    private static boolean isWanted(ModelDefinition model, SearchCriteria criteria) {
        return criteria.visible().test(model.id())
                && criteria.model().map(model.id()::equals).orElse(true);
    }

    private static Best look(ModelContent content, SearchCriteria criteria, SearchQuery question, SearchBudget left) {
        Best best = new Best(criteria.limit());
        Scoring scoring = new Scoring(question);
        content.locales().forEach((locale, found) -> {
            boolean spoken = !content.model().i18n() || criteria.spoken().test(locale);
            if (!spoken || !criteria.locale().map(locale::equals).orElse(true)) {
                return;
            }
            for (String key : keys(content.model(), found)) {
                int score = left.isLeft() ? score(scoring, content.model(), found, key) : 0;
                left.spend(scoring.takeCharsLookedAt());
                if (score > 0) {
                    best.total++;
                    best.add(new Hit(score, content, locale, key));
                }
            }
        });
        return best;
    }

    private static Collection<String> keys(ModelDefinition model, LocaleContent content) {
        return switch (model.kind()) {
            case COLLECTION, DICTIONARY ->
                content.values().map(values -> values.propertyNames()).orElse(List.of());
            case DOCUMENT -> content.documents().keySet();
            case SINGLETON -> content.present() ? List.of("") : List.of();
        };
    }

    private static int score(Scoring scoring, ModelDefinition model, LocaleContent content, String key) {
        scoring.begin(Excerpts.title(model, content, key));
        if (scoring.look(key)) {
            Excerpts.visit(model, content, key, (path, text) -> scoring.look(text));
        }
        return scoring.score();
    }

    private static ObjectNode answer(SearchCriteria criteria, SearchQuery question, boolean complete, Best best) {
        ObjectNode json = Json.object()
                .put("query", criteria.question())
                .put("total", best.total)
                .put("complete", complete);
        ArrayNode results = json.putArray("results");
        best.hits.stream().sorted(Hit.WORST_FIRST.reversed()).forEach(hit -> {
            LocaleContent content = hit.content().in(hit.locale());
            Snippet snippet = Snippet.of(question, Excerpts.of(hit.content().model(), content, hit.key()));
            results.addObject()
                    .put("model", hit.content().model().id())
                    .put("locale", hit.locale())
                    .put("id", hit.key().isEmpty() ? null : hit.key())
                    .put("title", Excerpts.title(hit.content().model(), content, hit.key()))
                    .put(
                            "status",
                            content.metaOf(hit.key()).raw().path("status").asString(null))
                    .put("field", snippet.field())
                    .put("snippet", snippet.text())
                    .put("score", hit.score());
        });
        return json;
    }
}
