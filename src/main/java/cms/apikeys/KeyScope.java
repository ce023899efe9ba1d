package cms.apikeys;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The scopes of {@code cms_live_} keys (spec 2.11). */
public enum KeyScope {
    DELIVERY("delivery"),
    MEDIA_READ("media:read"),
    MEDIA_WRITE("media:write");

    private final String wireName;

    KeyScope(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    public static Optional<KeyScope> of(String wireName) {
        for (KeyScope scope : values()) {
            if (scope.wireName.equals(wireName)) {
                return Optional.of(scope);
            }
        }
        return Optional.empty();
    }

    static String stored(Set<KeyScope> scopes) {
        return scopes.stream().sorted().map(KeyScope::wireName).collect(Collectors.joining(" "));
    }

    static Set<KeyScope> ofStored(String text) {
        Set<KeyScope> scopes = EnumSet.noneOf(KeyScope.class);
        for (String word : text.split(" ")) {
            of(word).ifPresent(scopes::add);
        }
        return scopes;
    }
}
