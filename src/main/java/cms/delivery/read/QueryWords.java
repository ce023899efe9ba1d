package cms.delivery.read;

import cms.platform.failure.Failure;
import cms.platform.http.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Parses a {@link DeliveryQuery} from the query parameters of a request. */
final class QueryWords {
    private static final int LIMIT_DEFAULT = 20;
    private static final int LIMIT_MAX = 500;
    private static final int WORDS_MAX = 20;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,99}");
    private static final Pattern PATH = Pattern.compile("[A-Za-z0-9_-]{1,100}(\\.[A-Za-z0-9_-]{1,100}){0,9}");

    private QueryWords() {}

    /** @throws Failure INVALID with a sentence about the first word that is wrong */
    static DeliveryQuery parse(Request request) {
        Set<String> locales = new LinkedHashSet<>();
        locales.add(name(request.pathParameter("locale"), "locale"));
        list(request, "fallback").forEach(locale -> locales.add(name(locale, "fallback")));
        List<DeliveryQuery.Order> orders =
                list(request, "sort").map(QueryWords::order).toList();
        return new DeliveryQuery(
                name(request.pathParameter("model"), "model"),
                List.copyOf(locales),
                filters(request),
                orders,
                list(request, "fields").map(field -> path(field, "fields")).toList(),
                request.number("limit", LIMIT_DEFAULT, LIMIT_MAX),
                request.query("cursor").map(RowCursor::parse).orElse(null),
                list(request, "include").map(QueryWords::include).toList());
    }

    private static List<Filter> filters(Request request) {
        List<Filter> filters = new ArrayList<>();
        for (String text : request.queries("filter")) {
            Filter filter = Filter.parse(text);
            path(filter.field(), "filter");
            filters.add(filter);
        }
        if (filters.size() > WORDS_MAX) {
            throw Failure.invalid("At most " + WORDS_MAX + " times `filter`.");
        }
        return filters;
    }

    private static DeliveryQuery.Order order(String word) {
        boolean descending = word.startsWith("-");
        return new DeliveryQuery.Order(path(descending ? word.substring(1) : word, "sort"), descending);
    }

    private static List<String> include(String word) {
        List<String> steps = Arrays.asList(path(word, "include").split("\\."));
        if (steps.size() > DeliveryQuery.INCLUDE_DEPTH_MAX) {
            throw Failure.invalid("`include` goes at most " + DeliveryQuery.INCLUDE_DEPTH_MAX + " relations deep.");
        }
        return steps;
    }

    private static Stream<String> list(Request request, String name) {
        List<String> words = request.queries(name).stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
        if (words.size() > WORDS_MAX) {
            throw Failure.invalid("At most " + WORDS_MAX + " words in `" + name + "`.");
        }
        return words.stream();
    }

    private static String name(String text, String what) {
        if (!NAME.matcher(text).matches()) {
            throw Failure.invalid("`" + what + "` is malformed.");
        }
        return text;
    }

    private static String path(String text, String what) {
        if (!PATH.matcher(text).matches()) {
            throw Failure.invalid("`" + what + "` takes names of fields, members of members parted by dots.");
        }
        return text;
    }
}
