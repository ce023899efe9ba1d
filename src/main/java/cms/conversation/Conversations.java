package cms.conversation;

import cms.agent.Program;
import cms.apikeys.KeyAdmission;
import cms.apikeys.KnownKey;
import cms.plan.Feature;
import cms.platform.failure.Failure;
import cms.platform.http.Routes;
import cms.project.Project;
import cms.project.ProjectDeleted;
import cms.review.ModelRenamed;
import cms.usage.Month;

/** The door of the agent for programs. */
public final class Conversations {
    private final ConversationParts parts;
    private final int ratePerMinute;
    private final KeyAdmission admission;
    private final KeyStore store = new KeyStore();

    /** The door; {@code ratePerMinute}: rate of a key without one of its own. */
    public Conversations(ConversationParts parts, int ratePerMinute) {
        this.parts = parts;
        this.ratePerMinute = ratePerMinute;
        this.admission = new KeyAdmission(parts.projects(), parts.workspaces(), parts.plans());
        parts.instance()
                .announcements()
                .within(ProjectDeleted.class, (tx, gone) -> store.deleteOfProject(tx, gone.projectId()));
        ModelRenamed.followedBy(KeyStore.MODELS, parts.instance().announcements());
    }

    public void routes(Routes routes) {
        new KeyRoutes(parts.projects().access(), new ConversationKeys(this, store)).mount(routes);
        new MessageRoutes(this).mount(routes);
    }

    /**
     * Admits a program with its key: its project must exist, its workspace be open, and its plan include the
     * conversation API, checked in this order.
     *
     * @throws Failure UNAUTHENTICATED, PAYMENT_REQUIRED or FORBIDDEN
     */
    Program admit(KnownKey key) {
        Project project = admission.admit(
                key,
                Feature.API_CONVERSATION,
                () -> Failure.forbidden("The conversation API is not part of this workspace's plan."));
        key.usedAt(parts.instance().clock().millis());
        return KeyHolder.of(this, store, project, key.id());
    }

    ConversationParts parts() {
        return parts;
    }

    int ratePerMinute() {
        return ratePerMinute;
    }

    /** The present month, by which messages of a key are counted. */
    Month month() {
        return Month.at(parts.instance().clock().instant());
    }
}
