package cms.agent;

import cms.agent.log.Conversation;
import cms.agent.log.StoredMessage;
import cms.agent.model.AgentLimits;
import cms.agent.turn.TurnParts;
import cms.platform.db.Database;
import cms.platform.failure.Failure;
import cms.project.Project;
import java.util.List;

/** The conversations of a person with the agent about a project, which no one else can see. */
final class OwnConversations {
    private static final String PERSON = "user";

    private final Database database;
    private final TurnParts.Stores stores;

    OwnConversations(Database database, TurnParts.Stores stores) {
        this.database = database;
        this.stores = stores;
    }

    /** The newest conversations, at most a hundred. */
    List<Conversation> list(Project project, String userId) {
        return database.read(tx ->
                stores.conversations().list(tx, project.id(), PERSON, userId, AgentLimits.CONVERSATIONS_LISTED_MAX));
    }

    /** @throws Failure NOT_FOUND for an unknown conversation, or one of another person or project */
    Conversation conversation(Project project, String userId, String id) {
        return database.read(tx -> stores.conversations().find(tx, id, project.id(), PERSON, userId))
                .orElseThrow(() -> Failure.notFound("There is no such conversation."));
    }

    /** The newest messages, oldest first. */
    List<StoredMessage> messages(Conversation conversation) {
        return database.read(tx -> stores.messages()
                .newest(tx, conversation.id(), AgentLimits.MESSAGES_LISTED_MAX, AgentLimits.MESSAGES_LISTED_BYTES_MAX));
    }

    void delete(Conversation conversation) {
        database.writing(tx -> stores.conversations().delete(tx, conversation.id()));
    }
}
