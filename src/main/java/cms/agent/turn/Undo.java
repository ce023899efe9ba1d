package cms.agent.turn;

import cms.access.Author;
import cms.access.Capability;
import cms.agent.desk.Effect;
import cms.agent.desk.Speaker;
import cms.agent.log.Conversation;
import cms.agent.log.WriteStore;
import cms.agent.model.AgentLimits;
import cms.format.merge.Resolution;
import cms.git.CommitId;
import cms.platform.failure.Failure;
import cms.platform.idempotency.IdempotencyMark;
import cms.platform.json.Json;
import cms.project.AllowedModels;
import cms.project.ProjectAccess;
import cms.review.DecisionOptions;
import cms.review.HistoryQuery;
import cms.review.Reviews;
import cms.review.submit.Change;
import cms.review.submit.ChangeOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Undoes the writes of a conversation by entry and field: values that others have changed since stay, and are reported.
 * A change that waits is rejected where the conversation wrote all of it; else its commits are reverted there, and
 * those of others stay. Landed writes are reverted in one commit.
 */
public final class Undo {
    private static final String CONFLICT = "content.conflict";

    private final TurnParts parts;

    public Undo(TurnParts parts) {
        this.parts = parts;
    }

    /**
     * The result of an undo.
     *
     * @param json {@code { reverted, skipped: [{ model, locale, entry, field, by }], branch, merged }}
     */
    public record Result(ObjectNode json, Effect effect) {}

    /**
     * {@link #undo}, called outside of a turn.
     *
     * @throws Failure CONFLICT (code {@code conversation.busy}) while a turn of the conversation runs
     */
    public Result undoBetweenTurns(Conversation conversation, Speaker speaker, boolean all, boolean isTrial) {
        if (parts.database().read(tx -> parts.stores().conversations().isAnswering(tx, conversation.id()))) {
            throw Failure.conflict("This conversation is still answering; stop it first.")
                    .withCode("conversation.busy");
        }
        return undo(conversation, speaker, all, isTrial);
    }

    /**
     * @param all whether all writes of the conversation are undone, or only those of its latest writing turn
     * @param isTrial whether this is a dry run, which writes nothing
     */
    Result undo(Conversation conversation, Speaker speaker, boolean all, boolean isTrial) {
        new Recovery(parts).writes(speaker.place(), conversation);
        List<WriteStore.Write> standing =
                parts.database().read(tx -> parts.stores().writes().standing(tx, conversation.id(), 0));
        List<WriteStore.Write> wanted = standing.stream()
                .filter(write -> all || write.turnN() == standing.getFirst().turnN())
                .toList();
        Taken taken =
                new Taken(speaker.place(), speaker.author("conversation/" + conversation.id() + "/undo"), isTrial);
        String open = conversation.branch();
        boolean waits = open != null && isThere(speaker, open);
        List<WriteStore.Write> pending = wanted.stream()
                .filter(write -> waits && Objects.equals(open, write.branch()))
                .toList();
        List<WriteStore.Write> landed =
                wanted.stream().filter(write -> !pending.contains(write)).toList();
        if (open != null && !pending.isEmpty()) {
            long onBranch = standing.stream()
                    .filter(write -> Objects.equals(open, write.branch()))
                    .count();
            takeBack(conversation, open, pending, pending.size() == onBranch, taken);
        }
        if (!landed.isEmpty()) {
            revert(
                    landed.stream()
                            .filter(write -> isThere(speaker, write.commit()))
                            .toList(),
                    Optional.empty(),
                    taken);
        }
        if (!isTrial) {
            parts.database()
                    .writing(tx ->
                            wanted.forEach(write -> parts.stores().writes().undone(tx, write.id())));
        }
        return taken.result(wanted.size());
    }

    /** Undoes writes in an open change: rejects it where it has no others, else reverts them in it. */
    private void takeBack(
            Conversation conversation, String open, List<WriteStore.Write> pending, boolean isAll, Taken taken) {
        if (isAll && withdraw(conversation, open, taken)) {
            return;
        }
        revert(pending, Optional.of(open), taken);
        if (isAll) {
            withdraw(conversation, open, taken);
        }
    }

    /** The state of a running undo. */
    private static final class Taken {
        private final ProjectAccess place;
        private final Author author;
        private final boolean isTrial;
        private final ArrayNode skipped = Json.object().putArray("skipped");
        private final Set<String> models = new TreeSet<>();
        private Optional<Change> change = Optional.empty();
        private boolean rejected;

        Taken(ProjectAccess place, Author author, boolean isTrial) {
            this.place = place.requiring(Capability.SAVE_CONTENT);
            this.author = author.withTool("undo");
            this.isTrial = isTrial;
        }

        Result result(int writes) {
            ObjectNode json = Json.object().put("reverted", writes);
            json.set("skipped", skipped);
            boolean merged = change.map(Change::merged).orElse(false);
            json.put("branch", change.map(Change::branch).orElse(null)).put("merged", merged);
            Effect effect = new Effect(
                    models,
                    Set.of(),
                    merged,
                    rejected || change.isPresent() && !merged,
                    change.map(Change::branch).orElse(null),
                    change.map(made -> made.commit().id().sha()).orElse(null),
                    0);
            return new Result(isTrial ? json.put("dryRun", true) : json, effect);
        }
    }

    private boolean isThere(Speaker speaker, String at) {
        try {
            parts.verbs().changes().at(speaker.project(), at, AllowedModels.all());
            return true;
        } catch (Failure gone) {
            return false;
        }
    }

    /** Rejects the open change; false where others have added commits to it. */
    private boolean withdraw(Conversation conversation, String branch, Taken taken) {
        String means = "conversation/" + conversation.id() + "/";
        Reviews reviews = parts.verbs().changes().reviews();
        Optional<IdempotencyMark.Write> mark = taken.isTrial ? Optional.empty() : IdempotencyMark.next();
        if (!reviews.withdraw(taken.place, taken.author, branch, means, mark, taken.isTrial)) {
            return false;
        }
        if (!taken.isTrial) {
            parts.database().writing(tx -> parts.stores().conversations().setBranch(tx, conversation.id(), null));
        }
        taken.rejected = true;
        return true;
    }

    /** Reverts the writes; for each conflict with a later write of others it keeps theirs. */
    private void revert(List<WriteStore.Write> writes, Optional<String> branch, Taken taken) {
        if (writes.isEmpty()) {
            return;
        }
        List<CommitId> commits = writes.stream()
                .flatMap(write -> CommitId.parse(write.commit()).stream())
                .toList();
        List<Resolution> kept = new ArrayList<>();
        ChangeOptions options = ChangeOptions.of(branch, true, Optional.empty());
        for (int clash = 0; clash < AgentLimits.UNDO_CLASHES_MAX; clash++) {
            try {
                var undone = parts.verbs()
                        .changes()
                        .reviews()
                        .undo(
                                taken.place,
                                taken.author,
                                commits,
                                DecisionOptions.none().deciding(kept),
                                taken.isTrial ? options.tried() : options);
                undone.change().ifPresent(made -> taken.change = Optional.of(made));
                return;
            } catch (Failure clashed) {
                if (clashed.code().filter(CONFLICT::equals).isEmpty()) {
                    throw clashed;
                }
                Json.tree(clashed.data()).path("conflicts").forEach(value -> keep(value, kept, taken));
            }
        }
        throw Failure.conflict("Too much has changed since; undo it by hand.");
    }

    private void keep(JsonNode value, List<Resolution> kept, Taken taken) {
        String entry = value.path("entry").asString(null);
        String field = value.path("field").asString(null);
        kept.add(new Resolution(value.path("path").asString(""), entry, field, new Resolution.Ours()));
        ObjectNode skipped = taken.skipped
                .addObject()
                .put("model", value.path("model").asString(null))
                .put("locale", value.path("locale").asString(null))
                .put("entry", entry)
                .put("field", field);
        skipped.put("by", by(value, taken.place));
    }

    /** The e-mail address of the person who changed the entry last. */
    private String by(JsonNode value, ProjectAccess place) {
        try {
            var query = new HistoryQuery(
                    Optional.empty(),
                    Optional.ofNullable(value.path("model").asString(null)),
                    Optional.ofNullable(value.path("entry").asString(null)),
                    Optional.ofNullable(value.path("locale").asString(null)),
                    1);
            return parts.verbs()
                    .changes()
                    .reviews()
                    .history(
                            place,
                            query,
                            page -> page.at("/history/0/actor/email").asString(""));
        } catch (Failure unknown) {
            return "";
        }
    }
}
