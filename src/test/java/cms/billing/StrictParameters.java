package cms.billing;

import com.google.gson.annotations.SerializedName;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which parameters the provider's own library would send: a form has no others. */
final class StrictParameters {
    private StrictParameters() {}

    /** The first name of a form that the library's class for it does not have, such as {@code payload[value]}. */
    static Optional<String> unknown(Class<?> parameters, Collection<String> names) {
        return names.stream()
                .filter(name -> !knows(parameters, List.of(name.replace("]", "").split("\\["))))
                .findFirst();
    }

    private static boolean knows(Type type, List<String> path) {
        if (path.isEmpty()) {
            return true;
        }
        if (type instanceof ParameterizedType generic) {
            Class<?> raw = (Class<?>) generic.getRawType();
            Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            boolean isIndex = path.getFirst().isEmpty() || path.getFirst().matches("[0-9]+");
            return (Map.class.isAssignableFrom(raw) || (List.class.isAssignableFrom(raw) && isIndex))
                    && (path.size() == 1 || knows(last, path.subList(1, path.size())));
        }
        return type instanceof Class<?> plain
                && Arrays.stream(plain.getDeclaredFields())
                        .filter(field -> path.getFirst().equals(nameOf(field)))
                        .anyMatch(field -> path.size() == 1
                                || field.getType() == Object.class
                                || knows(field.getGenericType(), path.subList(1, path.size())));
    }

    private static String nameOf(Field field) {
        SerializedName name = field.getAnnotation(SerializedName.class);
        return name == null ? "" : name.value();
    }
}
