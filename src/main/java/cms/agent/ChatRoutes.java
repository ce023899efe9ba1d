package cms.agent;

import cms.access.Capability;
import cms.agent.attach.Attachments;
import cms.agent.model.AgentLimits;
import cms.agent.turn.Ask;
import cms.agent.turn.ChosenModel;
import cms.agent.turn.Turns;
import cms.auth.Caller;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Route.Audit;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.idempotency.Idempotency;
import cms.platform.json.Json;
import cms.platform.limits.ChosenLimits;
import cms.platform.limits.RateLimit;
import cms.project.Project;
import cms.usage.Meter;
import cms.workspace.Workspace;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code P/chat}: messages of a person, answered as events (spec 4.9 and 6.1). */
final class ChatRoutes {
    private static final String CHAT = "/api/workspaces/{workspaceId}/projects/{projectId}/chat";

    private final AgentParts parts;
    private final AgentSettings settings;
    private final ModelChoice choice;
    private final Turns turns;
    private final Attachments attachments;
    private final MessageAllowance allowance;
    private final RateLimit rate;

    ChatRoutes(AgentParts parts, AgentSettings settings, ModelChoice choice, Turns turns, Attachments attachments) {
        this.attachments = attachments;
        this.parts = parts;
        this.settings = settings;
        this.choice = choice;
        this.allowance = new MessageAllowance(parts, choice);
        this.turns = turns;
        this.rate = ChosenLimits.CHAT.of(settings.chatPerMinute());
    }

    void mount(Routes routes) {
        routes.on(Surface.SESSION)
                .taking(AgentLimits.ASK_BYTES_MAX)
                .post(CHAT + "{?dryRun}", Audit.ofMade("chat", "agent_conversations"), Idempotency.own(this::chat))
                .get(CHAT + "/options", this::options);
    }

    /** Answers a message; the checks in order: access, plan, rate, body, key, then those of the turn. */
    private Answer chat(Request request) {
        Project project =
                parts.projects().access().require(request, Capability.CHAT).project();
        Workspace workspace = parts.projects().workspaceOf(project);
        choice.requireAllowed(workspace);
        Caller caller = Caller.of(request);
        parts.instance().limiter().take(rate, caller.userId()).orFail();
        ChatBody body = ChatBody.parse(request.body(), true);
        boolean isTrial = request.flag("dryRun");
        boolean asks = body.decision().isEmpty() && !body.undoes();
        ChosenModel chosen = asks ? choice.choose(workspace, Optional.of(caller.userId()), body.model()) : null;
        Optional<Ask.Repeat> repeat = TurnKey.of(request, caller.userId());
        Optional<String> known = repeat.flatMap(turns::repeated);
        if (known.isPresent()) {
            return events(known.get());
        }
        Ask ask = new Ask(
                new Person(caller, project, parts.projects().access()),
                body.conversationId(),
                body.message(),
                chosen,
                body.context(),
                isTrial,
                body.decision(),
                body.undoes(),
                meter(chosen),
                repeat,
                Optional.empty(),
                attachments.named(project, caller.userId(), body.attachments()),
                AgentLimits.CHAT_MAX,
                tx -> {});
        return events(new CodeTries(parts.instance().limiter(), turns).begin(ask));
    }

    /** The meter that counts the turn; null for a person's own key and in the community edition. */
    private @Nullable Meter meter(@Nullable ChosenModel chosen) {
        return chosen == null || chosen.isOwnKey() || choice.isFree() ? null : Meter.AI_MESSAGES;
    }

    private Answer events(String turnId) {
        return Answer.events(stream -> turns.stream(turnId, 0, stream))
                .withHeader("Cache-Control", "no-store, no-transform");
    }

    private Answer options(Request request) {
        Project project =
                parts.projects().access().require(request, Capability.CHAT).project();
        Workspace workspace = parts.projects().workspaceOf(project);
        ObjectNode json = Json.object();
        boolean allowed = allowed(workspace);
        List<ChosenModel> offered = allowed
                ? choice.offered(workspace, Optional.of(Caller.of(request).userId()))
                : List.of();
        ArrayNode models = json.put("available", !offered.isEmpty()).putArray("models");
        String preferred = offered.isEmpty()
                ? ""
                : choice.choose(workspace, Optional.of(Caller.of(request).userId()), Optional.empty())
                        .model()
                        .id();
        Set<String> listed = new TreeSet<>();
        for (ChosenModel one : offered) {
            if (listed.add(one.model().id())) {
                models.addObject()
                        .put("id", one.model().id())
                        .put("provider", one.model().provider())
                        .put("tier", one.model().tier().key())
                        .put("default", one.model().id().equals(preferred))
                        .put("ownKey", one.isOwnKey());
            }
        }
        json.put("confirm", settings.confirm().name().toLowerCase(Locale.ROOT));
        boolean isOwn = offered.stream().anyMatch(ChosenModel::isOwnKey);
        return Answer.json(json.put(
                "messagesLeft", isOwn ? null : allowance.remaining(workspace).orElse(null)));
    }

    private boolean allowed(Workspace workspace) {
        try {
            choice.requireAllowed(workspace);
            return true;
        } catch (Failure not) {
            return false;
        }
    }
}
