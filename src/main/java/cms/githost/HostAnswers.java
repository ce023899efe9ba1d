package cms.githost;

import cms.platform.json.Json;
import cms.workspace.Workspace;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of the connection flow (spec 4.7, reference 3.5). */
final class HostAnswers {
    private static final String SELECTION = "all";
    private static final String ACCOUNT_TYPE = "User";

    private HostAnswers() {}

    static ObjectNode installation(GitAccount account, List<HostedRepository> repositories) {
        ObjectNode json = Json.object().put("installed", true).put("installationId", account.installationId());
        json.set("account", account(account));
        json.put("selection", SELECTION);
        json.putObject("permissions")
                .put("contents", "write")
                .put("metadata", "read")
                .put("pull_requests", "write");
        json.putNull("suspendedAt");
        ArrayNode repos = json.putArray("repos");
        for (HostedRepository repository : repositories) {
            repos.addObject()
                    .put("id", repository.id())
                    .put("name", repository.name())
                    .put("fullName", repository.fullName())
                    .put("private", repository.isPrivate())
                    .put("language", repository.language());
        }
        json.putNull("settingsUrl");
        return json;
    }

    static ObjectNode available(GitAccount account, Optional<Workspace> bound) {
        ObjectNode json = Json.object().put("id", account.installationId());
        json.set("account", account(account));
        json.put("repositorySelection", SELECTION).put("targetType", ACCOUNT_TYPE);
        @Nullable
        JsonNode workspace = bound.map(found -> Json.object()
                        .put("id", found.id())
                        .put("name", found.name())
                        .put("slug", found.slug()))
                .orElse(null);
        json.set("boundWorkspace", workspace);
        return json;
    }

    static ObjectNode repository(HostedRepository repository) {
        return Json.object()
                .put("id", repository.id())
                .put("fullName", repository.fullName())
                .put("name", repository.name())
                .put("owner", repository.owner())
                .put("private", repository.isPrivate())
                .put("defaultBranch", repository.defaultBranch())
                .put("description", repository.description())
                .put("language", repository.language())
                .put("updatedAt", repository.updatedAt().toString());
    }

    static ObjectNode created(HostedRepository repository, String url) {
        return Json.object()
                .put("id", repository.id())
                .put("fullName", repository.fullName())
                .put("name", repository.name())
                .put("owner", repository.owner())
                .put("private", repository.isPrivate())
                .put("defaultBranch", repository.defaultBranch())
                .put("description", repository.description())
                .put("htmlUrl", url)
                .put("needsAccess", false);
    }

    static ObjectNode scan(Scan scan) {
        ObjectNode json = Json.object()
                .put("defaultBranch", scan.defaultBranch())
                .put("stack", scan.stack().key())
                .put("hasContentDir", scan.hasContentDir())
                .put("hasI18n", scan.hasI18n());
        String folder = scan.stack().contentFolder();
        ObjectNode paths = json.putObject("suggestedContentPaths").put("default", folder);
        if (!folder.equals(Stack.UNKNOWN.contentFolder())) {
            paths.put("fallback", Stack.UNKNOWN.contentFolder());
        }
        return json;
    }

    private static ObjectNode account(GitAccount account) {
        return Json.object().put("login", account.login()).putNull("avatarUrl").put("type", ACCOUNT_TYPE);
    }
}
