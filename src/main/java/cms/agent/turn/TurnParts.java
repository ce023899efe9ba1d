package cms.agent.turn;

import cms.agent.attach.Attachments;
import cms.agent.desk.Risk;
import cms.agent.desk.ToolExecutor;
import cms.agent.desk.Verbs;
import cms.agent.log.ConversationStore;
import cms.agent.log.EventStore;
import cms.agent.log.MessageStore;
import cms.agent.log.ParkedStore;
import cms.agent.log.StrangersEntryStore;
import cms.agent.log.TurnStore;
import cms.agent.log.WriteStore;
import cms.agent.wire.ModelClient;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.instance.Instance;
import cms.usage.Usage;
import java.time.InstantSource;
import java.util.Map;

/**
 * The rooms, stores and settings that turns work with. One noun because the steps of a turn share them: each may write
 * rows, ask the model or run a tool.
 *
 * @param tools every tool by its name, in the order in which models are told
 * @param risk chooses the calls that need a person's consent
 */
public record TurnParts(
        Instance instance,
        Usage usage,
        Verbs verbs,
        ModelClient client,
        Map<String, ToolExecutor.Offered> tools,
        Risk risk,
        Attachments attachments,
        RandomTokens random,
        Stores stores) {

    Database database() {
        return instance.database();
    }

    InstantSource clock() {
        return instance.clock();
    }

    /** The tables. One noun because a step of a turn writes to several of them in one transaction. */
    public record Stores(
            ConversationStore conversations,
            TurnStore turns,
            MessageStore messages,
            EventStore events,
            WriteStore writes,
            ParkedStore parked,
            StrangersEntryStore strangers) {
        public static Stores make() {
            return new Stores(
                    new ConversationStore(),
                    new TurnStore(),
                    new MessageStore(),
                    new EventStore(),
                    new WriteStore(),
                    new ParkedStore(),
                    new StrangersEntryStore());
        }
    }
}
