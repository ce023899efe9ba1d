package cms.content.check;

import cms.format.FieldDefinition;
import cms.format.ModelDefinition;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All field definitions of a model by path, nested ones included: {@code blocks}, {@code blocks[]},
 * {@code blocks[].title}.
 */
final class FieldPaths {
    private FieldPaths() {}

    static Map<String, FieldDefinition> of(ModelDefinition model) {
        Map<String, FieldDefinition> found = new LinkedHashMap<>();
        model.fields().values().forEach(field -> add(found, field.name(), field));
        return found;
    }

    private static void add(Map<String, FieldDefinition> found, String path, FieldDefinition field) {
        found.put(path, field);
        field.items().ifPresent(items -> add(found, path + "[]", items));
        field.fields().values().forEach(member -> add(found, path + "." + member.name(), member));
    }
}
