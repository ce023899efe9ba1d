package cms.agent.turn;

import cms.agent.desk.Phase;
import cms.agent.desk.ToolExecutor;
import cms.agent.log.Conversation;
import cms.agent.log.StoredMessage;
import cms.agent.log.WriteStore;
import cms.agent.model.AgentLimits;
import cms.agent.model.Block;
import cms.agent.model.CatalogModel;
import cms.agent.model.CompletionRequest;
import cms.agent.model.Message;
import cms.agent.model.ModelUsage;
import cms.agent.model.ToolCard;
import cms.agent.talk.History;
import cms.agent.talk.Repair;
import cms.agent.talk.StateBlock;
import cms.agent.talk.SystemText;
import cms.git.Branch;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.project.ProjectAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.node.ObjectNode;

/**
 * The requests of a turn to its model. Tools, rules and the project's text are made once per segment; new messages are
 * appended, so that each request begins with the one before.
 */
final class Prompt {
    private final TurnParts parts;
    private final Ask ask;
    private final StartedTurn started;
    private final ChosenModel chosen;
    private final List<ToolCard> cards = new ArrayList<>();
    private long cardChars;
    private final List<Message> messages = new ArrayList<>();
    private final Compaction compaction;
    private Conversation.Segment segment;

    Prompt(TurnParts parts, Ask ask, StartedTurn started, ChosenModel chosen) {
        this.parts = parts;
        this.ask = ask;
        this.started = started;
        this.chosen = chosen;
        this.segment = started.conversation().segment();
        this.compaction = new Compaction(parts, started, chosen);
    }

    /**
     * Reads the earlier messages and adds the new one, which is stored.
     *
     * @return the tokens that summarising earlier turns has used
     */
    ModelUsage open(ProjectAccess place, ConversationScope scope) {
        Set<String> named = ask.speaker().tools();
        offer(place, named);
        ObjectNode overview = parts.verbs().contents().overview(place, scope.branch());
        List<String> rights = place.rights().all().stream()
                .map(capability -> capability.key())
                .toList();
        String project = SystemText.project(
                overview, parts.verbs().contents().models(place, scope.branch()), rights, ask.instructions());
        String conversationId = started.conversation().id();
        List<StoredMessage> known =
                parts.database().read(tx -> parts.stores().messages().from(tx, conversationId, segment.historyFrom()));
        SentFiles files = files(known);
        List<StoredMessage> stored = files.in(known);
        String key = key(rights, named);
        long room = room(project);
        boolean tooLong = History.tokens(History.of(stored, segment.from())) > room;
        boolean isOver = tooLong || isOver(key) || hasLost(known, files);
        boolean changed = !isOver && !segment.text().startsWith(project);
        StoredMessage words = words(state(place, overview, scope, changed));
        parts.database().writing(tx -> parts.stores().messages().add(tx, conversationId, words));
        if (isOver) {
            long begins = tooLong ? fitting(stored, room) : segment.historyFrom();
            renew(key, project, stored, begins);
        }
        List<StoredMessage> sent = new ArrayList<>(known.stream()
                .filter(message -> message.turnN() >= segment.historyFrom())
                .toList());
        sent.add(words);
        messages.addAll(History.of(files.in(sent), segment.from()));
        if (tokens() > chosen.model().contextTokens()) {
            throw Failure.invalid("This is too long for the model; send less, or begin a new conversation.");
        }
        return compaction.usage();
    }

    private SentFiles files(List<StoredMessage> known) {
        List<Block.Attached> newestFirst = new ArrayList<>(ask.attached());
        known.reversed().forEach(message -> newestFirst.addAll(message.message().attached()));
        Set<String> retained =
                newestFirst.isEmpty() ? Set.of() : parts.attachments().retained(newestFirst);
        return new SentFiles(parts.attachments(), chosen.model(), retained, newestFirst);
    }

    /**
     * Whether a request of this segment carried a file that is not sent any more. A new segment begins then, as servers
     * verify reasoning against the messages before it.
     */
    private boolean hasLost(List<StoredMessage> known, SentFiles files) {
        return known.stream()
                .filter(message -> message.turnN() >= segment.from())
                .anyMatch(files::lacksOneOf);
    }

    /** Adds the descriptions of the tools that the speaker's role allows and, where some are named, only those. */
    private void offer(ProjectAccess place, Set<String> named) {
        for (ToolExecutor.Offered offered : parts.tools().values()) {
            if (offered.tool().isAllowed(named, place.rights())) {
                cards.add(offered.card());
            }
        }
        cardChars = cards.stream()
                .mapToLong(card ->
                        card.description().length() + card.schema().toString().length())
                .sum();
    }

    /** The key of a segment; a new segment begins when the key differs. */
    private String key(List<String> rights, Set<String> tools) {
        return Hashes.sha256Hex(String.join(
                "\n",
                chosen.model().id(),
                chosen.target().base().toString(),
                ask.speaker().id(),
                rights.toString(),
                new TreeSet<>(tools).toString(),
                ask.instructions().orElse("")));
    }

    /** Tokens that the earlier messages may take. */
    private long room(String project) {
        CatalogModel model = chosen.model();
        return Math.min(
                AgentLimits.HISTORY_TOKENS_MAX,
                model.contextTokens() - model.outputTokens() - ModelUsage.estimate(fixedChars(project)));
    }

    private boolean isOver(String key) {
        boolean tooOld = segment.at()
                .plus(AgentLimits.SEGMENT_MAX)
                .isBefore(parts.clock().instant());
        return tooOld || !key.equals(segment.key());
    }

    /** Begins a new segment; turns before {@code begins} are summarised. */
    private void renew(String key, String project, List<StoredMessage> stored, long begins) {
        List<StoredMessage> gone =
                stored.stream().filter(message -> message.turnN() < begins).toList();
        String left =
                gone.isEmpty() ? Compaction.earlier(segment.text()) : compaction.of(gone, segment.text()) + leftOut();
        segment = new Conversation.Segment(
                key,
                project + left,
                parts.clock().instant(),
                started.live().row().n(),
                begins);
        Conversation.Segment kept = segment;
        parts.database()
                .writing(tx -> parts.stores()
                        .conversations()
                        .setSegment(tx, started.conversation().id(), kept));
    }

    /** The first turn that is still sent; the present one where even the latest alone is too long. */
    private long fitting(List<StoredMessage> stored, long room) {
        long first = History.fitting(stored, Math.min(AgentLimits.HISTORY_TOKENS_KEPT, Math.max(room, 0)));
        List<StoredMessage> kept =
                stored.stream().filter(message -> message.turnN() >= first).toList();
        boolean fits = History.tokens(History.of(kept, Long.MAX_VALUE)) <= room;
        return fits ? first : started.live().row().n();
    }

    private String leftOut() {
        StringBuilder text = new StringBuilder(Compaction.EARLIER + " are not sent any more. They wrote:\n");
        List<WriteStore.Write> writes = parts.database()
                .read(tx -> parts.stores()
                        .writes()
                        .standing(tx, started.conversation().id(), 0));
        writes.forEach(write -> text.append("- ")
                .append(write.tool())
                .append(' ')
                .append(write.commit(), 0, 12)
                .append('\n'));
        return text.toString();
    }

    private String state(ProjectAccess place, ObjectNode overview, ConversationScope scope, boolean schemaChanged) {
        List<String> branches = parts.verbs().changes().reviews().openChanges(place).stream()
                .map(Branch::name)
                .toList();
        return StateBlock.of(
                ask.context(),
                parts.clock().instant(),
                Phase.of(overview).key(),
                branches,
                scope.branch().orElse(""),
                schemaChanged);
    }

    private StoredMessage words(String state) {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Text(state));
        blocks.addAll(ask.attached());
        blocks.add(new Block.Text(ask.message()));
        return new StoredMessage(
                parts.random().uuid(),
                started.live().row().n(),
                0,
                new Message(Message.Role.USER, blocks),
                StoredMessage.Kind.SAID,
                ask.message(),
                null,
                0,
                0,
                parts.clock().instant());
    }

    void add(Message message) {
        messages.add(message);
    }

    /** Upper estimate of the tokens of the next request. */
    long tokens() {
        return ModelUsage.estimate(fixedChars(segment.text())) + History.tokens(messages);
    }

    private long fixedChars(String project) {
        return SystemText.rules().length() + project.length() + cardChars;
    }

    CompletionRequest request() {
        return new CompletionRequest(
                chosen.model(),
                List.of(SystemText.rules(), segment.text()),
                cards,
                Repair.of(messages),
                Hashes.sha256Hex(started.conversation().id()).substring(0, 32));
    }
}
