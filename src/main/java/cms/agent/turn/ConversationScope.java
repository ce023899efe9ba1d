package cms.agent.turn;

import cms.agent.desk.Effect;
import cms.agent.desk.Speaker;
import cms.agent.desk.TaintedEntries;
import cms.agent.desk.TurnScope;
import cms.agent.desk.Work;
import cms.agent.log.Conversation;
import cms.agent.log.WriteStore;
import cms.platform.failure.Failure;
import cms.platform.idempotency.IdempotencyMark;
import cms.project.ProjectAccess;
import cms.review.DecisionOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The state of one turn for its calls: the conversation's open change, and the record of writes. */
final class ConversationScope implements TurnScope, TaintedEntries {
    private final TurnParts parts;
    private final Ask ask;
    private final Conversation conversation;
    private final LiveTurn live;
    private @Nullable String branch;
    private boolean tainted;
    private int writes;

    ConversationScope(TurnParts parts, Ask ask, StartedTurn started) {
        this.parts = parts;
        this.ask = ask;
        this.conversation = started.conversation();
        this.live = started.live();
        this.branch = conversation.branch();
        this.tainted = conversation.tainted();
    }

    @Override
    public String turnId() {
        return live.row().id();
    }

    @Override
    public Speaker speaker() {
        return ask.speaker();
    }

    @Override
    public synchronized boolean isTainted() {
        return tainted;
    }

    @Override
    public boolean isTyped(String words) {
        return !words.isEmpty() && ask.message().contains(words);
    }

    @Override
    public synchronized void taint() {
        if (!tainted) {
            tainted = true;
            parts.database().writing(tx -> parts.stores().conversations().setTainted(tx, conversation.id(), true));
        }
    }

    @Override
    public Set<String> ofStrangers(String model, List<String> entryIds) {
        return entryIds.isEmpty()
                ? Set.of()
                : parts.database()
                        .read(tx -> parts.stores()
                                .strangers()
                                .among(tx, speaker().project().id(), model, entryIds));
    }

    @Override
    public void writing(String model, List<String> entryIds) {
        if (isTainted()) {
            parts.database()
                    .writing(tx -> parts.stores()
                            .strangers()
                            .add(
                                    tx,
                                    speaker().project().id(),
                                    model,
                                    entryIds,
                                    parts.clock().instant()));
        }
    }

    /** The conversation's change while it is open; empty once it was merged or rejected. */
    synchronized Optional<String> branch() {
        String known = branch;
        if (known != null) {
            try {
                parts.verbs()
                        .changes()
                        .at(speaker().project(), known, speaker().place().models());
            } catch (Failure gone) {
                setBranch(null);
            }
        }
        return Optional.ofNullable(branch);
    }

    /** Merges the trunk into the open change; conflicts are left to a reviewer. */
    void bringUp(ProjectAccess place) {
        Recovery recovery = new Recovery(parts);
        if (branch == null && recovery.isNeeded(conversation, live.row().n())) {
            recovery.openChange(place, conversation).ifPresent(this::setBranch);
        }
        branch().ifPresent(known -> {
            try {
                parts.verbs()
                        .changes()
                        .reviews()
                        .update(place, ask.speaker().author(via("update")), known, DecisionOptions.none());
            } catch (Failure clash) {
                // reads show the change as it is
            }
        });
    }

    private String via(String callId) {
        return "conversation/" + conversation.id() + "/" + callId;
    }

    @Override
    public Work work(ProjectAccess place, String tool, String callId, IdempotencyMark.Write mark) {
        return new Work(
                parts.verbs(),
                place,
                ask.speaker().author(via(callId)).withTool(tool),
                branch(),
                ask.context().locale(),
                ask.isTrial(),
                false,
                mark,
                this,
                live.abort()::isAsked);
    }

    @Override
    public synchronized void wrote(String tool, Effect effect) {
        String commit = effect.commit();
        if (commit != null) {
            var write = new WriteStore.Write(
                    parts.random().uuid(), live.row().n(), ++writes, tool, effect.branch(), commit);
            parts.database()
                    .writing(tx -> parts.stores()
                            .writes()
                            .add(tx, conversation.id(), write, parts.clock().instant()));
        }
        boolean waits = effect.branch() != null && effect.branches() && !effect.snapshot() && commit != null;
        if (waits) {
            setBranch(effect.branch());
        }
    }

    private synchronized void setBranch(@Nullable String name) {
        branch = name;
        parts.database().writing(tx -> parts.stores().conversations().setBranch(tx, conversation.id(), name));
    }
}
