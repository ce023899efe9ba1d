package cms.mcp;

import cms.access.AllowedLocales;
import cms.access.Author;
import cms.access.KeyRole;
import cms.apikeys.ApiKeys;
import cms.apikeys.KeyKind;
import cms.apikeys.KnownKey;
import cms.mcp.tools.Tools;
import cms.plan.Feature;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Loopback;
import cms.platform.http.Request;
import cms.platform.limits.RateLimit;
import cms.platform.limits.Verdict;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.Projects;
import cms.workspace.Workspace;
import cms.workspace.Workspaces;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/** Lets a request in, in the order that the interface states: host, key, project, lock, plan, rate. */
final class Gate {
    private static final String KEY_PREFIX = "cms_mcp_";
    private static final long RETRY_SECONDS_MAX = 60;

    private final RemoteToolParts parts;
    private final Projects projects;
    private final Workspaces workspaces;
    private final ApiKeys keys;
    private final KeyStore store;

    Gate(RemoteToolParts parts, Projects projects, Workspaces workspaces, ApiKeys keys, KeyStore store) {
        this.parts = parts;
        this.projects = projects;
        this.workspaces = workspaces;
        this.keys = keys;
        this.store = store;
    }

    /** @throws Failure with the code of the first check that refuses */
    RemoteCaller admit(Request request) {
        checkHost(request);
        KnownKey key = key(request);
        KeyStore.Active active =
                parts.database().read(tx -> store.findActive(tx, key.id())).orElseThrow(Gate::revoked);
        Project project = projects.find(request.pathParameter("projectId"))
                .filter(found -> found.id().equals(key.projectId()))
                .orElseThrow(() -> Refusal.of(
                        FailureKind.FORBIDDEN, 40301, "This key is for another project; use the URL of its own."));
        Workspace workspace = projects.workspaceOf(project);
        if (workspaces.isLocked(workspace.id())) {
            throw Refusal.of(
                    FailureKind.PAYMENT_REQUIRED, 40201, "The workspace is locked until it has a subscription.");
        }
        if (!parts.plans().allows(workspace.plan(), Feature.API_MCP_CLOUD)) {
            throw Refusal.of(
                    FailureKind.FORBIDDEN, 40302, "Remote tools are not part of this workspace's plan any more.");
        }
        KeySettings settings = active.settings();
        Verdict rate = rate(key, settings);
        key.usedAt(parts.clock().millis());
        return caller(key, active, project, rate);
    }

    private RemoteCaller caller(KnownKey key, KeyStore.Active active, Project project, Verdict rate) {
        KeySettings settings = active.settings();
        String credential = "mcp_key:" + key.id();
        boolean limited = !settings.allowedTools().isEmpty();
        List<String> tools = limited
                ? Tools.names().stream()
                        .filter(settings.allowedTools()::contains)
                        .toList()
                : Tools.content();
        return new RemoteCaller(
                projects.access().ofKey(project, KeyRole.ADMIN, AllowedModels.all(), AllowedLocales.all()),
                new Author(active.maker(), key.id() + "@keys.invalid", Author.Origin.MCP, credential, null, null),
                credential,
                tools,
                limited,
                settings.callsPerMonth(),
                settings.callsPerMinute(),
                rate,
                () -> !key.revoked());
    }

    /** Where only this machine reaches the service, a page elsewhere must not reach it by another name (DNS rebinding). */
    private void checkHost(Request request) {
        if (parts.local() && !Loopback.isNamed(request) && !isPublic(request)) {
            throw Refusal.of(
                    FailureKind.FORBIDDEN, 40305, "This service answers to this machine alone; use its own address.");
        }
    }

    private boolean isPublic(Request request) {
        URI url = parts.publicUrl();
        String authority = url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort();
        return request.header("Host").filter(authority::equalsIgnoreCase).isPresent();
    }

    private KnownKey key(Request request) {
        String text = request.bearer()
                .filter(sent -> !sent.isEmpty())
                .orElseThrow(() -> Refusal.of(
                        FailureKind.UNAUTHENTICATED,
                        40101,
                        "Send the key of a project: Authorization: Bearer cms_mcp_…"));
        KnownKey key = text.startsWith(KEY_PREFIX) ? keys.check(KeyKind.MCP, text) : null;
        if (key != null) {
            return key;
        }
        boolean was =
                text.startsWith(KEY_PREFIX) && parts.database().read(tx -> store.isRevoked(tx, Hashes.sha256Hex(text)));
        throw was
                ? revoked()
                : Refusal.of(FailureKind.UNAUTHENTICATED, 40101, "There is no such key; make one in the workspace.");
    }

    private static Failure revoked() {
        return Refusal.of(FailureKind.UNAUTHENTICATED, 40102, "This key was revoked; ask for a new one.");
    }

    private Verdict rate(KnownKey key, KeySettings settings) {
        Verdict verdict = parts.limiter().take(RateLimit.perMinute("mcp", settings.callsPerMinute()), key.id());
        if (!verdict.allowed()) {
            long seconds = Math.clamp(verdict.retryAfter().plusMillis(999).toSeconds(), 1, RETRY_SECONDS_MAX);
            throw Refusal.of(
                            FailureKind.RATE_LIMITED,
                            42901,
                            "This key has made its calls of the minute; wait " + seconds
                                    + " seconds, then repeat the call.")
                    .withRetryAfter(Duration.ofSeconds(seconds));
        }
        return verdict;
    }
}
