package cms.mcp;

import cms.access.AllowedLocales;
import cms.access.Author;
import cms.access.KeyRole;
import cms.apikeys.ApiKeys;
import cms.apikeys.KeyKind;
import cms.apikeys.KnownKey;
import cms.mcp.apps.AppScope;
import cms.mcp.tools.Tools;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.instance.Instance;
import cms.platform.limits.RateDecision;
import cms.project.AllowedModels;
import cms.project.Project;
import cms.project.Projects;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Callers with a key of a project. */
final class KeyCallers {
    private static final String PREFIX = "cms_mcp_";

    private final Instance instance;
    private final Projects projects;
    private final ApiKeys keys;
    private final KeyStore store;

    KeyCallers(Instance instance, Projects projects, ApiKeys keys, KeyStore store) {
        this.instance = instance;
        this.projects = projects;
        this.keys = keys;
        this.store = store;
    }

    /**
     * The key of a valid credential; its project and rights are not checked yet. Fails with UNAUTHENTICATED for an
     * unknown or revoked key.
     */
    Candidate candidate(String text) {
        KnownKey key = text.startsWith(PREFIX) ? keys.check(KeyKind.MCP, text) : null;
        if (key != null) {
            KeyStore.Active active = instance.database()
                    .read(tx -> store.findActive(tx, key.id()))
                    .orElseThrow(KeyCallers::revoked);
            return candidate(key, active);
        }
        boolean was =
                text.startsWith(PREFIX) && instance.database().read(tx -> store.isRevoked(tx, Hashes.sha256Hex(text)));
        throw was
                ? revoked()
                : ProtocolFailure.of(
                        FailureKind.UNAUTHENTICATED, 40101, "There is no such key; make one in the workspace.");
    }

    private Candidate candidate(KnownKey key, KeyStore.Active active) {
        return new Candidate() {
            @Override
            public Optional<Project> project(Optional<String> asked) {
                return asked.filter(key.projectId()::equals).flatMap(projects::find);
            }

            @Override
            public int callsPerMinute() {
                return active.settings().callsPerMinute();
            }

            @Override
            public String id() {
                return key.id();
            }

            @Override
            public RemoteCaller caller(Project project, RateDecision rate) {
                key.usedAt(instance.clock().millis());
                return KeyCallers.this.caller(key, active, project, rate);
            }
        };
    }

    private RemoteCaller caller(KnownKey key, KeyStore.Active active, Project project, RateDecision rate) {
        KeySettings settings = active.settings();
        String credential = credential(key.id());
        boolean limited = !settings.allowedTools().isEmpty();
        List<String> tools = limited
                ? Tools.names().stream()
                        .filter(settings.allowedTools()::contains)
                        .toList()
                : settings.mediaEnabled() ? Tools.names() : Tools.content();
        return new RemoteCaller(
                projects.access().ofKey(project, KeyRole.ADMIN, AllowedModels.all(), AllowedLocales.all()),
                Author.ofKey(Author.Origin.MCP, key.id(), active.maker(), credential),
                key.id(),
                credential,
                tools,
                Set.of(AppScope.values()),
                limited,
                settings.callsPerMonth(),
                settings.callsPerMinute(),
                rate,
                () -> !key.revoked());
    }

    /** The credential of a key in the log and in sessions: {@code mcp_key:<id>}. */
    static String credential(String keyId) {
        return "mcp_key:" + keyId;
    }

    private static Failure revoked() {
        return ProtocolFailure.of(FailureKind.UNAUTHENTICATED, 40102, "This key was revoked; ask for a new one.");
    }
}
