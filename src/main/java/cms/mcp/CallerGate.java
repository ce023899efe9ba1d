package cms.mcp;

import cms.apikeys.KeyAdmission;
import cms.mcp.apps.ConnectedApps;
import cms.plan.Feature;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.failure.WholeSeconds;
import cms.platform.http.Loopback;
import cms.platform.http.Request;
import cms.platform.instance.Instance;
import cms.platform.limits.ChosenLimits;
import cms.platform.limits.RateDecision;
import cms.platform.limits.RateLimit;
import cms.project.Project;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Admits a request after the checks in the order that the interface states: host, credential, project, lock, plan,
 * rate.
 */
final class CallerGate {
    private static final long RETRY_SECONDS_MAX = 60;
    private static final KeyAdmission.AdmissionRefusals REFUSALS = new KeyAdmission.AdmissionRefusals() {
        @Override
        public Failure noProject() {
            return ProtocolFailure.of(
                    FailureKind.FORBIDDEN, 40301, "This key is for another project; use the URL of its own.");
        }

        @Override
        public Failure locked(Failure stated) {
            return ProtocolFailure.of(
                    FailureKind.PAYMENT_REQUIRED, 40201, "The workspace is locked until it has a subscription.");
        }

        @Override
        public Failure notInPlan() {
            return ProtocolFailure.of(
                    FailureKind.FORBIDDEN, 40302, "Remote tools are not part of this workspace's plan any more.");
        }
    };

    private final Instance instance;
    private final RemoteToolParts.RemoteToolSettings settings;
    private final KeyAdmission admission;
    private final KeyCallers keys;
    private final Optional<AppCallers> apps;

    CallerGate(
            Instance instance,
            RemoteToolParts.RemoteToolSettings settings,
            KeyAdmission admission,
            KeyCallers keys,
            Optional<AppCallers> apps) {
        this.instance = instance;
        this.settings = settings;
        this.admission = admission;
        this.keys = keys;
        this.apps = apps;
    }

    /**
     * @param projectId in the URL; empty where the credential determines the project
     * @throws Failure with the code of the first check that refuses
     */
    RemoteCaller admit(Request request, Optional<String> projectId) {
        checkHost(request);
        String credential = request.bearer()
                .filter(sent -> !sent.isEmpty())
                .orElseThrow(() -> ProtocolFailure.of(
                        FailureKind.UNAUTHENTICATED,
                        40101,
                        "Send the key of a project: Authorization: Bearer cms_mcp_…"));
        Candidate candidate = candidate(credential, projectId);
        RateDecision verdict = instance.limiter().take(minute(candidate.callsPerMinute()), candidate.id());
        Project project = admission.admit(candidate.project(projectId), Feature.API_MCP_CLOUD, REFUSALS);
        RemoteCaller caller = candidate.caller(project, within(verdict));
        request.countForCaller(candidate.id());
        request.countForWorkspace(project.workspaceId());
        return caller;
    }

    private Candidate candidate(String credential, Optional<String> projectId) {
        return apps.isPresent() && ConnectedApps.isToken(credential)
                ? apps.get().candidate(credential, projectId)
                : keys.candidate(credential);
    }

    /**
     * Checks the Host header where only this machine reaches the service, so that a foreign page cannot reach it by
     * another name (DNS rebinding).
     */
    private void checkHost(Request request) {
        if (settings.local() && !Loopback.isNamed(request) && !isPublic(request)) {
            throw ProtocolFailure.of(
                    FailureKind.FORBIDDEN, 40305, "This service answers to this machine alone; use its own address.");
        }
    }

    private boolean isPublic(Request request) {
        URI url = settings.publicUrl();
        String authority = url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort();
        return request.header("Host").filter(authority::equalsIgnoreCase).isPresent();
    }

    static RateLimit minute(int calls) {
        return ChosenLimits.MCP.of(calls);
    }

    /**
     * Fails with RATE_LIMITED when the rate is exceeded. Every request of a known caller was counted, refused ones too.
     */
    static RateDecision within(RateDecision verdict) {
        if (!verdict.allowed()) {
            long seconds = Math.min(WholeSeconds.of(verdict.retryAfter()), RETRY_SECONDS_MAX);
            throw ProtocolFailure.of(
                            FailureKind.RATE_LIMITED,
                            42901,
                            "This key has made its calls of the minute; wait " + seconds
                                    + " seconds, then repeat the call.")
                    .withRetryAfter(Duration.ofSeconds(seconds));
        }
        return verdict;
    }
}
