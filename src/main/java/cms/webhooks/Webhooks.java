package cms.webhooks;

import cms.plan.Plans;
import cms.platform.db.Database;
import cms.platform.http.Routes;
import cms.platform.instance.Instance;
import cms.project.ProjectDeleted;
import cms.project.Projects;
import cms.review.Changes;
import cms.review.ModelRenamed;
import cms.webhooks.endpoint.Secrets;
import cms.webhooks.endpoint.WebhookStore;
import cms.webhooks.event.ContentEvents;
import cms.webhooks.event.FanOut;
import cms.webhooks.event.PushedContent;
import cms.webhooks.log.DeliveryLogStore;
import cms.webhooks.send.DeliveryDispatcher;
import cms.webhooks.send.DeliverySender;
import cms.webhooks.send.DeliveryTargets;
import cms.workspace.Workspaces;
import java.time.Duration;

/** The door of webhooks: notifies other services of events in a project. */
public final class Webhooks implements AutoCloseable {
    private static final Duration KEPT = Duration.ofDays(30);
    private static final int FORGOTTEN_AT_ONCE = 1_000;

    private final Instance instance;
    private final Plans plans;
    private final Projects projects;
    private final Secrets secrets;
    private final DeliverySender sender;
    private final DeliveryTargets targets;
    private final DeliveryDispatcher dispatcher;
    private final FanOut fanOut;
    private final WebhookStore store = new WebhookStore();
    private final DeliveryLogStore log = new DeliveryLogStore();

    public Webhooks(Instance instance, Plans plans, Projects projects, Workspaces workspaces, Changes changes) {
        this.instance = instance;
        this.plans = plans;
        this.projects = projects;
        Database database = instance.database();
        this.secrets = new Secrets(instance.seal());
        this.sender = new DeliverySender(instance.net().deliveries(), instance.clock());
        this.targets = new DeliveryTargets(database, secrets, instance.clock());
        this.dispatcher = new DeliveryDispatcher(new DeliveryDispatcher.Parts(
                instance,
                targets,
                sender,
                new PushedContent(projects, changes.news()),
                new Switch(instance.announcements())));
        this.fanOut = new FanOut(projects, workspaces, plans, instance.clock(), dispatcher::wake);
        new ContentEvents(fanOut, instance.clock()).listen(instance.announcements());
        instance.announcements()
                .within(ProjectDeleted.class, (tx, gone) -> store.deleteOfProject(tx, gone.projectId()));
        ModelRenamed.followedBy(WebhookStore.MODELS, instance.announcements());
        WebhookFailureMail mail = new WebhookFailureMail(database, workspaces, instance.mailer());
        instance.announcements().after(WebhookFailing.class, "webhooks.mail", WebhookFailing::webhookId, mail::send);
    }

    public void routes(Routes routes) {
        Receivers receivers = new Receivers(instance, plans, projects, secrets);
        new WebhookRoutes(
                        receivers,
                        new SecretRotation(instance, secrets),
                        instance.net().guard())
                .mount(routes);
        Deliveries deliveries =
                new Deliveries(instance, secrets, dispatcher, new Deliveries.Senders(fanOut, targets, sender));
        new WebhookDeliveryRoutes(receivers, deliveries, instance.clock()).mount(routes);
    }

    /** Starts delivering, including deliveries left by an earlier run. */
    public void start() {
        dispatcher.start();
    }

    /** Deletes deliveries older than 30 days, and those of deleted receivers; a job calls it at intervals. */
    public void forgetOld() {
        int forgotten = FORGOTTEN_AT_ONCE;
        while (forgotten >= FORGOTTEN_AT_ONCE) {
            forgotten = instance.database()
                    .write(tx -> log.forget(tx, instance.clock().instant().minus(KEPT), FORGOTTEN_AT_ONCE));
        }
    }

    /**
     * Seals the secrets again that were sealed with an earlier secret of the instance, so that it can be discarded; to
     * be run at the start.
     */
    public void sealAnew() {
        instance.database().writing(tx -> store.sealAnew(tx, secrets));
    }

    @Override
    public void close() {
        dispatcher.close();
    }
}
