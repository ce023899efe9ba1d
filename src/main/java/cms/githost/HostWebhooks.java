package cms.githost;

import cms.githost.provider.RepositoryState;
import cms.githost.remote.RemoteHost;
import cms.githost.webhook.HostWebhook;
import cms.githost.webhook.HostWebhookSignature;
import cms.githost.webhook.HostWebhookStore;
import cms.platform.config.Secret;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Announcements;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Received;
import cms.platform.http.Request;
import cms.platform.json.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Receives webhooks of the remote host and turns them into announcements, in one transaction that also records the
 * delivery: answered at once, processed durably, and without effect when one is repeated.
 */
final class HostWebhooks {
    private static final Duration REMEMBERED = Duration.ofDays(7);
    private static final Set<String> ABOUT_INSTALLATIONS =
            Set.of("installation", "installation_repositories", "installation_target");
    private static final Set<String> ABOUT_REPOSITORIES = Set.of(
            "repository",
            "branch_protection_rule",
            "branch_protection_configuration",
            "repository_ruleset",
            "public",
            "member",
            "meta");

    /** The events that have an effect here; a delivery of any other is not recorded. */
    private static final Set<String> EVENTS = Stream.of(
                    Set.of("push", "pull_request"), ABOUT_INSTALLATIONS, ABOUT_REPOSITORIES)
            .flatMap(Set::stream)
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> WITH_ACTION = Set.of("installation", "installation_repositories", "repository");

    private final Database database;
    private final Announcements announcements;
    private final @Nullable Secret secret;
    private final @Nullable RemoteHost remote;
    private final InstantSource clock;
    private final HostWebhookStore store = new HostWebhookStore();

    /** @param secret null refuses every webhook */
    HostWebhooks(
            Database database,
            Announcements announcements,
            @Nullable Secret secret,
            @Nullable RemoteHost remote,
            InstantSource clock) {
        this.database = database;
        this.announcements = announcements;
        this.secret = secret;
        this.remote = remote;
        this.clock = clock;
    }

    /** @throws Failure UNAUTHENTICATED unless the body has the host's signature, INVALID for a malformed body */
    Answer receive(Request request) {
        Received sent = request.received();
        boolean proven = secret != null
                && request.header("X-Hub-Signature-256")
                        .filter(header -> new HostWebhookSignature(secret).isGood(header, sent.stream()))
                        .isPresent();
        if (!proven || remote == null) {
            throw Failure.unauthenticated("The webhook carries no valid signature of the Git host.");
        }
        request.countForCaller("git host");
        HostWebhook webhook = HostWebhook.read(request, sent.bytes(GitHostRoutes.WEBHOOK_BYTES_MAX));
        if (EVENTS.contains(webhook.event())) {
            database.writing(tx -> {
                boolean isNew = store.insert(tx, webhook.deliveryId(), clock.millis());
                if (isNew && store.insert(tx, "content " + webhook.content(), clock.millis())) {
                    announcement(tx, remote, webhook).ifPresent(news -> announcements.announce(tx, news));
                }
            });
        }
        return Answer.json(answer(webhook));
    }

    /**
     * Deletes records older than a week, after which the host does not repeat a webhook; a job calls it at intervals.
     */
    void forgetOld() {
        long before = clock.instant().minus(REMEMBERED).toEpochMilli();
        database.writing(tx -> store.deleteOlder(tx, before));
    }

    private static Optional<Record> announcement(Tx tx, RemoteHost remote, HostWebhook webhook) {
        if (ABOUT_INSTALLATIONS.contains(webhook.event()) && webhook.installationId() > 0) {
            return Optional.of(new InstallationChanged(webhook.installationId()));
        }
        Optional<RepositoryState> connected = remote.find(tx, webhook.repositoryId());
        return connected.flatMap(state -> about(state, webhook));
    }

    private static Optional<Record> about(RepositoryState state, HostWebhook webhook) {
        if (webhook.event().equals("push")) {
            return webhook.branch()
                    .map(branch -> new RepositoryPushed(
                            state.fullName(),
                            branch,
                            webhook.commit("before").orElse(null),
                            webhook.commit("after").orElse(null),
                            webhook.json().path("forced").asBoolean(false)));
        }
        if (webhook.event().equals("pull_request") && webhook.action().equals("closed")) {
            var request = webhook.json().path("pull_request");
            return Optional.of(new PullRequestClosed(
                    state.fullName(),
                    request.path("number").asInt(0),
                    request.path("head").path("ref").asString(""),
                    request.path("base").path("ref").asString(""),
                    request.path("merged").asBoolean(false)));
        }
        if (ABOUT_REPOSITORIES.contains(webhook.event())) {
            boolean deleted =
                    webhook.event().equals("repository") && webhook.action().equals("deleted");
            String name = webhook.repository().orElse(state.fullName());
            return Optional.of(new RepositoryChanged(state.id(), name, deleted));
        }
        return Optional.empty();
    }

    private static ObjectNode answer(HostWebhook webhook) {
        ObjectNode json = Json.object().put("ok", true).put("event", webhook.event());
        if (WITH_ACTION.contains(webhook.event()) && !webhook.action().isEmpty()) {
            json.put("action", webhook.action());
        }
        if (webhook.event().equals("push")) {
            webhook.repository().ifPresent(name -> json.put("repo", name));
        }
        return json;
    }
}
