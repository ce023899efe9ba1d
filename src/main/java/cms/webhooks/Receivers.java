package cms.webhooks;

import cms.access.Capability;
import cms.plan.Allowance;
import cms.plan.Feature;
import cms.plan.Limit;
import cms.plan.Plans;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import cms.platform.instance.Instance;
import cms.project.Project;
import cms.project.Projects;
import cms.webhooks.endpoint.Health;
import cms.webhooks.endpoint.Secrets;
import cms.webhooks.endpoint.Webhook;
import cms.webhooks.endpoint.WebhookRequest;
import cms.webhooks.endpoint.WebhookStore;
import cms.webhooks.log.DeliveryQueueStore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The receivers of a project; checks who may change them. */
final class Receivers {
    private final Instance instance;
    private final Plans plans;
    private final Projects projects;
    private final Secrets secrets;
    private final RandomTokens random = new RandomTokens();
    private final WebhookStore store = new WebhookStore();
    private final DeliveryQueueStore queue = new DeliveryQueueStore();
    private final Health health = new Health();

    Receivers(Instance instance, Plans plans, Projects projects, Secrets secrets) {
        this.instance = instance;
        this.plans = plans;
        this.projects = projects;
        this.secrets = secrets;
    }

    /** A new receiver and its secret, which is shown only now. */
    record Made(Webhook webhook, String secret) {}

    /** @throws Failure FORBIDDEN when the caller or the plan may not have webhooks */
    Project project(Request request) {
        Project project =
                projects.access().require(request, Capability.MANAGE_WEBHOOKS).project();
        if (!plans.allows(projects.workspaceOf(project).plan(), Feature.API_WEBHOOKS_OUTBOUND)) {
            throw Failure.forbidden("Webhooks are not part of this workspace's plan.");
        }
        return project;
    }

    /** The receiver that the path names. */
    Webhook webhook(Request request) {
        return webhook(project(request), request);
    }

    Webhook webhook(Project project, Request request) {
        return find(project, request).orElseThrow(Receivers::noWebhook);
    }

    Optional<Webhook> find(Project project, Request request) {
        return instance.database().read(tx -> find(tx, project, request.pathParameter("webhookId")));
    }

    private Webhook in(Tx tx, Project project, String id) {
        return find(tx, project, id).orElseThrow(Receivers::noWebhook);
    }

    private Optional<Webhook> find(Tx tx, Project project, String id) {
        return store.find(tx, id).filter(webhook -> webhook.projectId().equals(project.id()));
    }

    static Failure noWebhook() {
        return Failure.notFound("There is no such webhook.");
    }

    List<Webhook> list(Project project) {
        return instance.database().read(tx -> store.ofProject(tx, project.id()));
    }

    /** @throws Failure INVALID without name, URL or events, FORBIDDEN when the plan grants no further webhook */
    Made create(Project project, WebhookRequest wanted) {
        Instant now = instance.clock().instant();
        String secret = secrets.make();
        Webhook made = new Webhook(
                random.uuid(),
                project.workspaceId(),
                project.id(),
                wanted.name().orElseThrow(() -> required("name")),
                wanted.url().orElseThrow(() -> required("url")),
                wanted.events().orElseThrow(() -> required("events")),
                wanted.models().orElse(List.of()),
                wanted.active().orElse(true),
                null,
                null,
                now,
                now);
        String headers = secrets.sealHeaders(wanted.headers().orElse(Map.of()));
        // Before the transaction, which has a connection already.
        Allowance allowed = plans.amount(projects.workspaceOf(project).plan(), Limit.API_WEBHOOKS);
        instance.database().writing(tx -> {
            tx.takeLock("webhooks");
            long count = store.ofProject(tx, project.id()).size() + 1L;
            if (!allowed.covers(count)) {
                throw Failure.forbidden("The plan grants no further webhook; delete one or change the plan.");
            }
            store.insert(tx, made, secrets.sealSecret(secret), headers);
            queue.open(tx, made.id());
            tx.concerns("webhooks", made.id());
        });
        return new Made(made, secret);
    }

    private static Failure required(String name) {
        return Failure.invalid("`" + name + "` is required.");
    }

    /**
     * Changes a webhook; one of which nothing is sent stays as it is. Switched off it gives up its waiting deliveries,
     * on it forgets its failures.
     *
     * @throws Failure INVALID for a URL at another site where the stored headers were not sent again
     */
    Webhook change(Project project, String id, WebhookRequest wanted) {
        Instant now = instance.clock().instant();
        Webhook changed = instance.database().write(tx -> {
            if (wanted.isEmpty()) {
                return in(tx, project, id);
            }
            store.lock(tx, id);
            Webhook stored = in(tx, project, id);
            if (wanted.headers().isEmpty()
                    && wanted.url().filter(stored::isElsewhere).isPresent()) {
                requireNoHeaders(tx, id);
            }
            store.update(tx, stored.changed(wanted, now));
            wanted.headers().ifPresent(headers -> store.updateHeaders(tx, id, secrets.sealHeaders(headers)));
            if (wanted.active().orElse(false)) {
                health.forget(tx, id);
            }
            return in(tx, project, id);
        });
        if (!wanted.active().orElse(true)) {
            giveUpWaiting(id, now);
        }
        return changed;
    }

    /**
     * Stored headers may hold a credential for the site of the stored URL. A changed URL must not receive them, because
     * its site could answer with them.
     */
    private void requireNoHeaders(Tx tx, String id) {
        boolean has = store.sealed(tx, id)
                .filter(parts -> !secrets.openHeaders(parts.headers()).isEmpty())
                .isPresent();
        if (has) {
            throw Failure.invalid("The stored `headers` are for the site of the present `url`; send `headers` with the"
                    + " new one, {} for none.");
        }
    }

    /**
     * Gives up the waiting deliveries, a thousand in each transaction. After a crash the lane gives up the rest,
     * because it finds the receiver switched off.
     */
    private void giveUpWaiting(String id, Instant off) {
        boolean more = true;
        while (more) {
            more = instance.database().write(tx -> queue.disable(tx, id, off, off));
        }
    }

    void delete(Project project, String id) {
        instance.database().writing(tx -> {
            in(tx, project, id);
            queue.close(tx, id);
            store.delete(tx, id);
        });
    }
}
