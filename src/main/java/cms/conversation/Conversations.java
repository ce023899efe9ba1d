package cms.conversation;

import cms.platform.http.Routes;
import cms.project.ProjectDeleted;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** The door of the agent for programs. */
public final class Conversations {
    private final ConversationParts parts;
    private final KeyStore store = new KeyStore();

    public Conversations(ConversationParts parts) {
        this.parts = parts;
        parts.instance()
                .announcements()
                .within(ProjectDeleted.class, (tx, gone) -> store.deleteOfProject(tx, gone.projectId()));
    }

    public void routes(Routes routes) {
        new KeyRoutes(parts.projects().access(), new ConversationKeys(this, store)).mount(routes);
        new MessageRoutes(this, store).mount(routes);
    }

    ConversationParts parts() {
        return parts;
    }

    /** When this month began (UTC). */
    Instant month() {
        return parts.instance()
                .clock()
                .instant()
                .atZone(ZoneOffset.UTC)
                .withDayOfMonth(1)
                .truncatedTo(ChronoUnit.DAYS)
                .toInstant();
    }

    /** When the next one begins. */
    Instant nextMonth() {
        return month().atZone(ZoneOffset.UTC).plusMonths(1).toInstant();
    }
}
