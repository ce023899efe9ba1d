package cms.githost;

import cms.githost.provider.CreatedRepository;
import cms.githost.provider.HostAccount;
import cms.githost.provider.HostedRepository;
import cms.githost.provider.Installation;
import cms.githost.provider.Scan;
import cms.githost.provider.Stack;
import cms.platform.json.Json;
import cms.workspace.Workspace;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON of the connection flow (spec 4.7, reference 3.5). */
final class HostAnswers {
    private HostAnswers() {}

    static ObjectNode installation(Installation installation, List<HostedRepository> repositories) {
        ObjectNode json = installed(installation.id());
        json.set("account", account(installation.account()));
        json.put("selection", installation.repositorySelection());
        ObjectNode permissions = json.putObject("permissions");
        new TreeMap<>(installation.permissions()).forEach(permissions::put);
        Instant suspendedAt = installation.suspendedAt();
        json.put("suspendedAt", suspendedAt == null ? null : suspendedAt.toString());
        ArrayNode repos = json.putArray("repos");
        for (HostedRepository repository : repositories) {
            repos.addObject()
                    .put("id", repository.id())
                    .put("name", repository.name())
                    .put("fullName", repository.fullName())
                    .put("private", repository.isPrivate())
                    .put("language", repository.language());
        }
        return json.put("settingsUrl", installation.settingsUrl());
    }

    /** The JSON of an installation that is bound to a workspace but is unknown, or not visible, at the host. */
    static ObjectNode outOfReach(long installationId) {
        return installed(installationId).put("error", "installation_not_accessible");
    }

    private static ObjectNode installed(long installationId) {
        return Json.object().put("installed", true).put("installationId", installationId);
    }

    static ObjectNode available(Installation installation, Optional<Workspace> bound) {
        ObjectNode json = Json.object().put("id", installation.id());
        json.set("account", account(installation.account()));
        json.put("repositorySelection", installation.repositorySelection())
                .put("targetType", installation.targetType());
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
        return described(repository)
                .put("language", repository.language())
                .put("updatedAt", repository.updatedAt().toString());
    }

    static ObjectNode created(CreatedRepository made) {
        return described(made.repository()).put("htmlUrl", made.url()).put("needsAccess", made.needsAccess());
    }

    private static ObjectNode described(HostedRepository repository) {
        return Json.object()
                .put("id", repository.id())
                .put("fullName", repository.fullName())
                .put("name", repository.name())
                .put("owner", repository.owner())
                .put("private", repository.isPrivate())
                .put("defaultBranch", repository.defaultBranch())
                .put("description", repository.description());
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

    private static ObjectNode account(HostAccount account) {
        return Json.object()
                .put("login", account.login())
                .put("avatarUrl", account.avatarUrl())
                .put("type", account.type());
    }
}
