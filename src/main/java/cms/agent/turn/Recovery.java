package cms.agent.turn;

import cms.agent.log.Conversation;
import cms.agent.log.TurnRow;
import cms.agent.log.WriteStore;
import cms.agent.model.AgentLimits;
import cms.git.Branch;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.project.ProjectAccess;
import cms.review.HistoryQuery;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds the writes of an interrupted turn by the trailers of its commits, which are durable before they are recorded in
 * a row.
 */
final class Recovery {
    /** Pages of history that are read for one look. */
    private static final int PAGES_MAX = 10;

    private final TurnParts parts;

    Recovery(TurnParts parts) {
        this.parts = parts;
    }

    /** Whether the turn before this one was interrupted. */
    boolean isNeeded(Conversation conversation, long turnN) {
        return parts.database()
                .read(tx -> parts.stores().turns().before(tx, conversation.id(), turnN))
                .filter(row -> row.status().equals("failed"))
                .isPresent();
    }

    /** The open change of a conversation that was interrupted before it was recorded. */
    Optional<String> openChange(ProjectAccess place, Conversation conversation) {
        return parts.verbs().changes().reviews().openChanges(place).stream()
                .map(Branch::name)
                .limit(AgentLimits.RECOVERY_BRANCHES_MAX)
                .filter(name ->
                        landings(place, Optional.of(name), 1).stream().anyMatch(landing -> isOf(landing, conversation)))
                .findFirst();
    }

    /** Records unrecorded commits of the conversation as those of its latest interrupted turn. */
    void writes(ProjectAccess place, Conversation conversation) {
        Set<String> known = new HashSet<>(
                parts.database().read(tx -> parts.stores().writes().commits(tx, conversation.id())));
        long turnN = parts.database()
                .read(tx -> parts.stores().turns().latest(tx, conversation.id()))
                .map(TurnRow::n)
                .orElse(0L);
        note(landings(place, Optional.empty(), AgentLimits.RECOVERY_LANDINGS_MAX), conversation, known, turnN, null);
        String open = conversation.branch();
        if (open != null) {
            try {
                note(
                        landings(place, Optional.of(open), AgentLimits.RECOVERY_LANDINGS_MAX),
                        conversation,
                        known,
                        turnN,
                        open);
            } catch (Failure gone) {
                if (gone.kind() != FailureKind.NOT_FOUND) { // what was rejected needs no undo
                    throw gone;
                }
            }
        }
    }

    private void note(
            List<JsonNode> landings,
            Conversation conversation,
            Set<String> known,
            long turnN,
            @Nullable String branch) {
        int place = AgentLimits.RECOVERY_LANDINGS_MAX;
        for (JsonNode landing : landings) {
            String commit = landing.path("change").asString("");
            if (isOf(landing, conversation) && known.add(commit)) {
                var write = new WriteStore.Write(
                        parts.random().uuid(),
                        turnN,
                        ++place,
                        landing.path("tool").asString(""),
                        branch,
                        commit);
                parts.database()
                        .writing(tx -> parts.stores()
                                .writes()
                                .add(tx, conversation.id(), write, parts.clock().instant()));
            }
        }
    }

    private static boolean isOf(JsonNode landing, Conversation conversation) {
        return landing.path("via").asString("").startsWith("conversation/" + conversation.id() + "/")
                && !landing.path("via").asString("").endsWith("/undo")
                && !landing.path("via").asString("").endsWith("/update");
    }

    /** The newest landings without their values, which may be so many that a page ends with one landing. */
    private List<JsonNode> landings(ProjectAccess place, Optional<String> from, int limit) {
        List<JsonNode> landings = new ArrayList<>();
        Optional<String> next = from;
        for (int page = 0; page < PAGES_MAX && landings.size() < limit && (page == 0 || next.isPresent()); page++) {
            var query = new HistoryQuery(
                    next, Optional.empty(), Optional.empty(), Optional.empty(), limit - landings.size());
            JsonNode answer = parts.verbs().changes().reviews().history(place, query, Recovery::withoutValues);
            answer.path("history").forEach(landings::add);
            next = Optional.ofNullable(answer.path("next").asString(null));
        }
        return landings;
    }

    private static ObjectNode withoutValues(ObjectNode page) {
        for (JsonNode landing : page.path("history")) {
            if (landing instanceof ObjectNode object) {
                object.remove("changes");
            }
        }
        return page;
    }
}
