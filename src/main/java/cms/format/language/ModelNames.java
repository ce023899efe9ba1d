package cms.format.language;

import cms.format.ModelDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Names of models that are one word of letters and digits, for TypeScript and OpenAPI. */
final class ModelNames {
    private static final Predicate<String> PLAIN_NAME =
            Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*").asMatchPredicate();
    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^A-Za-z0-9]+");

    private ModelNames() {}

    /**
     * A name for each model by its id, in the order given, no two alike: {@code Ab}, {@code AbModel}, {@code AbModel2}.
     * Ids that have one name are counted, so that many of them take no longer than others.
     *
     * @param taken names that are used otherwise
     */
    static Map<String, String> of(Collection<ModelDefinition> models, Set<String> taken) {
        Map<String, String> names = new LinkedHashMap<>();
        Set<String> used = new HashSet<>(taken);
        Map<String, Integer> alike = new HashMap<>();
        for (ModelDefinition model : models) {
            String plain = pascal(model.id());
            String name = plain;
            while (!used.add(name)) {
                int number = alike.merge(plain, 1, Integer::sum);
                name = plain + "Model" + (number == 1 ? "" : number);
            }
            names.put(model.id(), name);
        }
        return names;
    }

    /** Whether a text can be a name as it is. */
    static boolean isPlain(String name) {
        return PLAIN_NAME.test(name);
    }

    private static String pascal(String id) {
        List<String> parts = new ArrayList<>();
        for (String part : BETWEEN_WORDS.split(id)) {
            if (!part.isEmpty()) {
                parts.add(part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
            }
        }
        String name = String.join("", parts);
        return isPlain(name) ? name : "Model" + name;
    }
}
