package cms.mcp.apps;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The scopes that a person can grant an app (spec 2.17), in the order of the consent page. */
public enum AppScope {
    PROJECT_METADATA("project:metadata", "See what the project is made of: its models and settings"),
    CONTENT_READ("content:read", "Read and check content"),
    CONTENT_WRITE("content:write", "Change content, and models where you may");

    private final String wireName;
    private final String message;

    AppScope(String wireName, String message) {
        this.wireName = wireName;
        this.message = message;
    }

    public String wireName() {
        return wireName;
    }

    /** Text of the scope on the consent page. */
    String message() {
        return message;
    }

    static Optional<AppScope> of(String name) {
        return Stream.of(values()).filter(scope -> scope.wireName.equals(name)).findFirst();
    }

    /** The scopes in a text, separated by blanks; unknown ones are left out. */
    static Set<AppScope> parse(String text) {
        EnumSet<AppScope> scopes = EnumSet.noneOf(AppScope.class);
        for (String name : text.split(" ")) {
            of(name).ifPresent(scopes::add);
        }
        return scopes;
    }

    /** The text of scopes, in their order. */
    public static String text(Set<AppScope> scopes) {
        return Stream.of(values())
                .filter(scopes::contains)
                .map(AppScope::wireName)
                .collect(Collectors.joining(" "));
    }
}
