package cms.githost.remote;

import cms.githost.provider.HostAccount;
import cms.githost.provider.HostedRepository;
import cms.githost.provider.Installation;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Converts the host's JSON to records; missing members get a harmless value. */
final class HostJson {
    private HostJson() {}

    static Installation installation(JsonNode json) {
        Map<String, String> permissions = new TreeMap<>();
        json.path("permissions")
                .properties()
                .forEach(one -> permissions.put(one.getKey(), one.getValue().asString("")));
        JsonNode account = json.path("account");
        String type = json.path("target_type").asString(account.path("type").asString("User"));
        return new Installation(
                json.path("id").asLong(0),
                new HostAccount(
                        // An enterprise has a slug where a person or an organisation has a login.
                        account.path("login").asString(account.path("slug").asString("")),
                        text(account.path("avatar_url")),
                        account.path("type").asString(type)),
                json.path("repository_selection").asString("selected"),
                type,
                permissions,
                instant(json.path("suspended_at")).orElse(null),
                text(json.path("html_url")));
    }

    static HostedRepository repository(JsonNode json) {
        Optional<Instant> changed = instant(json.path("pushed_at"))
                .or(() -> instant(json.path("updated_at")))
                .or(() -> instant(json.path("created_at")));
        return new HostedRepository(
                json.path("id").asLong(0),
                json.path("full_name").asString(""),
                json.path("private").asBoolean(true),
                json.path("default_branch").asString("main"),
                text(json.path("description")),
                text(json.path("language")),
                changed.orElse(Instant.EPOCH));
    }

    static @Nullable String text(JsonNode node) {
        return node.isString() ? node.asString() : null;
    }

    static Optional<Instant> instant(JsonNode node) {
        try {
            return node.isString() ? Optional.of(Instant.parse(node.asString())) : Optional.empty();
        } catch (DateTimeParseException noTime) {
            return Optional.empty();
        }
    }

    /** {@code /repos/<owner>/<name>}, from a name that is checked to have exactly these two parts. */
    static String repos(String fullName) {
        int slash = fullName.indexOf('/');
        return "/repos/" + segment(fullName.substring(0, slash)) + "/" + segment(fullName.substring(slash + 1));
    }

    static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
