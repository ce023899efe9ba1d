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

/** The door of the agent for programs. */
public final class Conversations {
    private final ConversationRooms rooms;
    private final int ratePerMinute;
    private final KeyAdmission admission;
    private final KeyStore store = new KeyStore();

    /** The door; {@code ratePerMinute}: rate of a key without one of its own. */
    public Conversations(ConversationRooms rooms, int ratePerMinute) {
        this.rooms = rooms;
        this.ratePerMinute = ratePerMinute;
        this.admission = new KeyAdmission(rooms.projects(), rooms.workspaces(), rooms.plans());
        rooms.instance()
                .announcements()
                .within(ProjectDeleted.class, (tx, gone) -> store.deleteOfProject(tx, gone.projectId()));
        ModelRenamed.followedBy(KeyStore.MODELS, rooms.instance().announcements());
    }

    public void routes(Routes routes) {
        ConversationKeys keys = new ConversationKeys(
                rooms.instance(), rooms.projects(), rooms.keys(), rooms.plans(), rooms.agent(), ratePerMinute);
        new KeyRoutes(rooms.projects().access(), keys).mount(routes);
        new MessageRoutes(rooms.keys(), rooms.agent(), this::admit).mount(routes);
    }

    /**
     * Admits a program with its key: its project must exist, its workspace be open, and its plan include the
     * conversation API, checked in this order.
     *
     * @throws Failure UNAUTHENTICATED, PAYMENT_REQUIRED or FORBIDDEN
     */
    private Program admit(KnownKey key) {
        Project project = admission.admit(
                key,
                Feature.API_CONVERSATION,
                () -> Failure.forbidden("The conversation API is not part of this workspace's plan."));
        key.usedAt(rooms.instance().clock().millis());
        return KeyHolder.of(rooms.instance(), rooms.projects().access(), store, project, key.id());
    }
}
