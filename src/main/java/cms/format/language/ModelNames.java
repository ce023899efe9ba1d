package cms.format.language;

import cms.format.ModelDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Names of models that are one word of letters and digits, for TypeScript and OpenAPI. */
final class ModelNames {
    private static final String PLAIN_NAME = "[A-Za-z_$][A-Za-z0-9_$]*";

    private ModelNames() {}

    /**
     * A name for each model by its id, in the order given, no two alike.
     *
     * @param taken names that are used otherwise
     */
    static Map<String, String> of(Collection<ModelDefinition> models, Set<String> taken) {
        Map<String, String> names = new LinkedHashMap<>();
        Set<String> used = new HashSet<>(taken);
        for (ModelDefinition model : models) {
            String name = pascal(model.id());
            for (String base = name + "Model"; !used.add(name); base = base + "_") {
                name = base;
            }
            names.put(model.id(), name);
        }
        return names;
    }

    /** Whether a text can be a name as it is. */
    static boolean isPlain(String name) {
        return name.matches(PLAIN_NAME);
    }

    private static String pascal(String id) {
        List<String> parts = new ArrayList<>();
        for (String part : id.split("[^A-Za-z0-9]+")) {
            if (!part.isEmpty()) {
                parts.add(part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
            }
        }
        String name = String.join("", parts);
        return isPlain(name) ? name : "Model" + name;
    }
}
