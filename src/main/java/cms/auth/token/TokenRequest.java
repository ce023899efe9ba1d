package cms.auth.token;

import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.json.VisibleName;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * A person's request for a new token.
 *
 * @param projects ids of the only projects that it is to reach; empty for all that its owner reaches
 * @param expiresAt its end, where the request names a time
 * @param days its length in days, where the request names that; {@link PersonalTokens} has a usual one
 */
record TokenRequest(
        String name, Set<TokenScope> scopes, Set<String> projects, Optional<Instant> expiresAt, OptionalLong days) {
    private static final int NAME_CHARS_MAX = 100;
    private static final int PROJECTS_MAX = 50;
    private static final int PROJECT_CHARS_MAX = 64;

    /** @throws Failure INVALID without a scope, for too many or impossible projects, and for two ends */
    TokenRequest {
        scopes = Set.copyOf(scopes);
        projects = Set.copyOf(projects);
        if (scopes.isEmpty()) {
            throw Failure.invalid("`scopes` needs at least one of read, write, git.");
        }
        boolean odd = projects.stream().anyMatch(id -> id.length() > PROJECT_CHARS_MAX || !id.matches("[A-Za-z0-9-]+"));
        if (odd || projects.size() > PROJECTS_MAX) {
            throw Failure.invalid("`projects` takes the ids of at most " + PROJECTS_MAX + " projects.");
        }
        if (expiresAt.isPresent() && days.isPresent()) {
            throw Failure.invalid("Send either `expiresAt` or `expiresInDays`.");
        }
    }

    static TokenRequest of(Body body) {
        return new TokenRequest(
                VisibleName.parse("name", body.requiredText("name"), NAME_CHARS_MAX),
                scopes(body),
                Set.copyOf(body.texts("projects").orElse(List.of())),
                body.text("expiresAt").map(TokenRequest::instant),
                body.integer("expiresInDays"));
    }

    private static Set<TokenScope> scopes(Body body) {
        List<String> words =
                body.texts("scopes").orElseThrow(() -> Failure.invalid("`scopes` is required: read, write, git."));
        Set<TokenScope> scopes = EnumSet.noneOf(TokenScope.class);
        for (String word : words) {
            scopes.add(TokenScope.find(word)
                    .orElseThrow(() -> Failure.invalid("`scopes` takes read, write and git, and nothing else.")));
        }
        return scopes;
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException malformed) {
            throw Failure.invalid("`expiresAt` takes a time such as 2030-01-31T12:00:00Z.");
        }
    }
}
