package cms.delivery.read;

import cms.platform.failure.Failure;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * The names that a query may use: the fields of the model and, because files may hold more than their model declares,
 * every member that a delivered entry has.
 */
final class KnownNames {
    /** Most names in the message. */
    private static final int NAMED_MAX = 40;

    private static final String RELATION = "relation";

    private final Tables.Of tables;
    private final DeliveryQuery query;

    KnownNames(Tables.Of tables, DeliveryQuery query) {
        this.tables = tables;
        this.query = query;
    }

    /** @throws Failure INVALID with the allowed names, for the first name that does not exist */
    void check() {
        Set<String> members = members();
        query.filters().forEach(filter -> requireKnown("filter", filter.field(), members));
        query.orders().forEach(order -> requireKnown("sort", order.field(), members));
        query.fields().forEach(field -> requireKnown("fields", field, members));
        query.includes().forEach(this::relations);
    }

    private Set<String> members() {
        Set<String> members = new TreeSet<>(fields(query.model()).propertyNames());
        query.locales()
                .forEach(
                        locale -> tables.rows(query.model(), locale).ifPresent(rows -> members.addAll(rows.members())));
        return members;
    }

    private JsonNode fields(String modelId) {
        JsonNode model = tables.model(modelId);
        return model == null ? MissingNode.getInstance() : model.path("fields");
    }

    /** Checks a path by its first name alone, because the members of an object differ between entries. */
    private static void requireKnown(String word, String path, Set<String> members) {
        if (!members.contains(path) && !members.contains(path.split("\\.", 2)[0])) {
            throw unknown(word, path, members);
        }
    }

    private void relations(List<String> path) {
        Set<String> models = Set.of(query.model());
        for (String step : path) {
            Set<String> relations = new TreeSet<>();
            Set<String> targets = new LinkedHashSet<>();
            for (String model : models) {
                fields(model).forEachEntry((name, field) -> {
                    if (field.path("type").asString("").startsWith(RELATION)) {
                        relations.add(name);
                        if (name.equals(step)) {
                            targets.addAll(targets(field.path("model")));
                        }
                    }
                });
            }
            if (!relations.contains(step)) {
                throw unknown("include", step, relations);
            }
            models = targets;
        }
    }

    /** The target models of a relation: one, or several of which each value names one. */
    static List<String> targets(@Nullable JsonNode model) {
        if (model == null) {
            return List.of();
        }
        return model.isArray()
                ? StreamSupport.stream(model.spliterator(), false)
                        .map(one -> one.asString(""))
                        .toList()
                : List.of(model.asString(""));
    }

    private static Failure unknown(String word, String name, Collection<String> allowed) {
        String more = allowed.size() > NAMED_MAX ? " and " + (allowed.size() - NAMED_MAX) + " more" : "";
        String list = allowed.stream().limit(NAMED_MAX).collect(Collectors.joining(", "));
        return Failure.invalid("`" + word + "` names `" + name + "`, which is not there. Allowed: "
                + (allowed.isEmpty() ? "nothing" : list + more) + ".");
    }
}
