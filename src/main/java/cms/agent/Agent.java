package cms.agent;

import cms.agent.attach.Attachments;
import cms.agent.desk.Tool;
import cms.agent.desk.ToolExecutor;
import cms.agent.log.ConversationBytesStore;
import cms.agent.log.ConversationStore;
import cms.agent.model.AgentLimits;
import cms.agent.tools.Toolbox;
import cms.agent.turn.TurnParts;
import cms.agent.turn.Turns;
import cms.agent.turn.Undo;
import cms.agent.wire.ModelClient;
import cms.agent.wire.RequestBodies;
import cms.agent.wire.ServerModels;
import cms.auth.AccountDeleted;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.instance.Instance;
import cms.platform.net.StreamClient;
import cms.platform.scratch.Scratch;
import cms.project.ProjectDeleted;
import cms.review.ModelRenamed;
import cms.workspace.Workspace;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The door of the agent. */
public final class Agent implements AutoCloseable {
    private final AgentParts parts;
    private final AgentSettings settings;
    private final ModelChoice choice;
    private final TurnParts turnParts;
    private final Turns turns;
    private final Attachments attachments;
    private final ProgramTalk programs;

    public Agent(AgentParts parts, AgentSettings settings) {
        this.parts = parts;
        this.settings = settings;
        Instance instance = parts.instance();
        StreamClient net = instance.net().streamsToModels();
        this.choice =
                new ModelChoice(settings, parts.plans(), parts.workspaces().aiKeys(), new ServerModels(net));
        this.attachments = new Attachments(instance, parts.pictures());
        this.turnParts = new TurnParts(
                instance,
                parts.usage(),
                parts.verbs(),
                new ModelClient(
                        net,
                        settings.retryPause(),
                        instance.clock(),
                        new RequestBodies(attachments, new Scratch(instance.scratch()), instance.clock())),
                tools(new Toolbox(instance.clock())),
                settings.confirm(),
                attachments,
                new RandomTokens(),
                TurnParts.Stores.make());
        this.turns = new Turns(turnParts);
        this.programs = new ProgramTalk(parts, choice, turnParts.stores(), turns);
        ConversationStore store = turnParts.stores().conversations();
        instance.announcements().within(ProjectDeleted.class, (tx, gone) -> {
            store.deleteOfProject(tx, gone.projectId());
            turnParts.stores().strangers().deleteOfProject(tx, gone.projectId());
            attachments.deleteOfProject(tx, gone.projectId());
        });
        instance.announcements()
                .within(
                        ModelRenamed.class,
                        (tx, model) ->
                                turnParts.stores().strangers().rename(tx, model.projectId(), model.from(), model.to()));
        instance.announcements().within(AccountDeleted.class, (tx, gone) -> {
            store.deleteOfOwner(tx, gone.userId());
            attachments.deleteOfUser(tx, gone.userId());
        });
    }

    private static Map<String, ToolExecutor.Offered> tools(Toolbox toolbox) {
        Map<String, ToolExecutor.Offered> tools = new LinkedHashMap<>();
        for (Tool tool : toolbox.all()) {
            tools.put(tool.name(), new ToolExecutor.Offered(tool, toolbox.card(tool)));
        }
        return tools;
    }

    public void routes(Routes routes) {
        new ChatRoutes(parts, settings, choice, turns, attachments).mount(routes);
        new AttachmentRoutes(parts, attachments).mount(routes);
        OwnConversations conversations = new OwnConversations(parts.instance().database(), turnParts.stores());
        new ConversationRoutes(parts.projects().access(), turns, new Undo(turnParts), conversations).mount(routes);
    }

    /** Answers a message of a program as JSON or, where it accepts that, as events (spec 4.10). */
    public Answer answer(Program program, Request request) {
        return programs.message(program, request);
    }

    /** The default model for a workspace's programs; empty while there is no key for any. */
    public Optional<String> modelFor(Workspace workspace) {
        try {
            return Optional.of(choice.choose(workspace, Optional.empty(), Optional.empty())
                    .model()
                    .id());
        } catch (Failure none) {
            return Optional.empty();
        }
    }

    /** The names of all tools, which a key may be limited to. */
    public Set<String> toolNames() {
        return turnParts.tools().keySet();
    }

    /** The messages of one of a program's conversations. */
    public Answer history(Program program, Request request) {
        return programs.history(program, request);
    }

    /** Ends the turns that an earlier run left running. */
    public void start() {
        turns.start();
    }

    /**
     * Ends turns whose process is gone, and deletes rows older than the operator's setting, and conversations beyond
     * what an owner and a workspace may store; a job calls it at intervals.
     */
    public void tidy() {
        turns.reap();
        attachments.forgetOld();
        Instant now = parts.instance().clock().instant();
        Database database = parts.instance().database();
        ConversationStore conversations = turnParts.stores().conversations();
        // One transaction each, as other writers wait for it.
        database.read(tx -> tooOldOrBeyond(tx, now))
                .forEach(id -> database.writing(tx -> conversations.deleteUnlessUsed(tx, id, now)));
        database.writing(tx -> turnParts.stores().parked().deleteBefore(tx, now));
    }

    private List<String> tooOldOrBeyond(Tx tx, Instant now) {
        List<String> tooOld = turnParts
                .stores()
                .conversations()
                .unusedSince(
                        tx,
                        now.minus(Duration.ofDays(settings.retentionDays())),
                        AgentLimits.CONVERSATIONS_DELETED_AT_ONCE);
        List<String> beyond = new ConversationBytesStore()
                .beyond(
                        tx,
                        AgentLimits.OWNER_CONVERSATIONS_BYTES_MAX,
                        AgentLimits.WORKSPACE_CONVERSATIONS_BYTES_MAX,
                        AgentLimits.CONVERSATIONS_DELETED_AT_ONCE);
        return Stream.concat(tooOld.stream(), beyond.stream()).distinct().toList();
    }

    @Override
    public void close() {
        turns.close();
    }
}
