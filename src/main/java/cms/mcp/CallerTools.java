package cms.mcp;

import cms.content.Contents;
import cms.mcp.apps.AppScope;
import cms.mcp.call.CallLog;
import cms.mcp.call.NextCall;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.mcp.protocol.ProtocolError;
import cms.mcp.protocol.ServerFeatures;
import cms.mcp.protocol.ToolCall;
import cms.mcp.protocol.ToolOutcome;
import cms.mcp.reading.ProjectResources;
import cms.mcp.reading.Prompts;
import cms.mcp.tools.ToolScopes;
import cms.mcp.tools.Tools;
import cms.media.Media;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.failure.WholeSeconds;
import cms.platform.json.Json;
import cms.platform.limits.RateDecision;
import cms.project.Project;
import cms.usage.Meter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** The tools, resources and prompts of one caller, for one request. */
final class CallerTools implements ServerFeatures {
    private static final Logger LOG = LoggerFactory.getLogger(CallerTools.class);
    private static final Set<String> COMPUTING = Set.of("cms_content_list", "cms_describe");
    private static final int CLIENT_CHARS_MAX = 100;

    private final Shared shared;
    private final RemoteCaller caller;
    private final ProjectResources resources;
    private Optional<AppScope> missing = Optional.empty();
    private RateDecision rate;

    /**
     * The services that the tools of all callers share.
     *
     * @param plans whether the plan of a project's workspace includes media
     */
    record Shared(
            RemoteToolParts parts,
            Contents contents,
            Tools tools,
            CallLog log,
            Consent consent,
            Predicate<Project> plans) {}

    CallerTools(Shared shared, RemoteCaller caller) {
        this.shared = shared;
        this.caller = caller;
        this.rate = caller.rate();
        this.resources = new ProjectResources(shared.contents(), caller.place(), caller.tools());
    }

    @Override
    public List<ObjectNode> tools() {
        return shared.tools().cards(listed());
    }

    /** The tools that the caller may call and that are available in its project. */
    private List<String> listed() {
        boolean media = media().isPresent();
        return caller.tools().stream()
                .filter(tool -> media || !Tools.isOfMedia(tool))
                .toList();
    }

    /** The media service, where the plan includes it and the project's delivery is enabled (spec 4.11). */
    private Optional<Media> media() {
        Project project = caller.place().project();
        return shared.parts()
                .media()
                .filter(_ -> project.delivery().enabled() && shared.plans().test(project));
    }

    @Override
    public Optional<ProtocolError> countOfMinute(int more) {
        try {
            rate = CallerGate.within(
                    shared.parts().instance().limiter().take(CallerGate.minute(caller.perMinute()), caller.id(), more));
            return Optional.empty();
        } catch (Failure tooMany) {
            return Optional.of(ProtocolFailure.error(tooMany));
        }
    }

    @Override
    public Optional<ProtocolError> refusal(String tool) {
        boolean known = Tools.names().contains(tool) || Tools.isUnavailable(tool);
        if (!known && !caller.limited() || caller.mayCall(tool)) {
            return Optional.empty();
        }
        missing = ToolScopes.of(tool).filter(scope -> !caller.scopes().contains(scope));
        return Optional.of(missing.map(scope -> ProtocolError.of(
                        403,
                        40304,
                        tool + " needs the scope " + scope.wireName() + "; ask the person to allow it as well."))
                .orElseGet(() -> ProtocolError.of(
                        403, 40303, "This caller may not call " + tool + "; tools/list names what it may.")));
    }

    /** The scope whose absence made this request refuse a call. */
    Optional<AppScope> missingScope() {
        return missing;
    }

    @Override
    public boolean knows(String tool) {
        return Tools.names().contains(tool) || Tools.isUnavailable(tool);
    }

    @Override
    public boolean reportsProgress(String tool) {
        return tool.equals("cms_validate") || tool.equals("cms_media_ingest");
    }

    @Override
    public boolean computes(String tool) {
        return COMPUTING.contains(tool);
    }

    @Override
    public Optional<ProtocolError> count(List<String> tools) {
        try {
            shared.parts().instance().database().writing(tx -> {
                shared.parts().usage().take(tx, workspaceId(), Meter.MCP_CALLS, tools.size());
                if (!shared.log().count(tx, caller.credential(), tools.size(), caller.monthly())) {
                    throw ProtocolFailure.of(
                                    FailureKind.RATE_LIMITED,
                                    42902,
                                    "This key has made its calls of the month; they begin anew with the next one"
                                            + " (UTC).")
                            .withRetryAfter(shared.log().untilNextMonth());
                }
            });
            return Optional.empty();
        } catch (Failure refused) {
            return Optional.of(
                    switch (refused.kind()) {
                        case RATE_LIMITED -> ProtocolFailure.error(refused.withCode("mcp.42902"));
                        case FORBIDDEN -> ProtocolFailure.error(refused.withCode("mcp.40302"));
                        default -> throw refused;
                    });
        }
    }

    @Override
    public ToolOutcome call(ToolCall call) {
        long start = System.nanoTime();
        Consent.ConsentAnswer agreed = shared.consent().of(call, caller);
        return switch (agreed) {
            case WRONG ->
                new ToolOutcome.Refused(ProtocolError.wrongParameters(
                        "requestState is not that of this call, or it is over; repeat the call without it."));
            case DECLINED -> Tools.declined(limits());
            case NONE, AGREED -> carriedOut(call, agreed == Consent.ConsentAnswer.AGREED, start);
        };
    }

    private ToolOutcome carriedOut(ToolCall call, boolean agreed, long start) {
        List<String> listed = listed();
        ToolContext context = new ToolContext(
                shared.contents(),
                media(),
                caller.place(),
                caller.author().withTool(call.tool()),
                caller.credential(),
                listed,
                agreed,
                call.turn(),
                call.progress(),
                call.cancelled());
        ToolReply reply = shared.tools().call(call.tool(), call.arguments(), context);
        NextCall.add(reply, call.tool(), call.arguments(), listed);
        note(call, reply, Duration.ofNanos(System.nanoTime() - start));
        String ask = reply.ask();
        return ask != null && call.question().possible()
                ? new ToolOutcome.Asks(Consent.form(ask), shared.consent().ask(call, caller))
                : ToolOutcome.Done.of(reply.value(), reply.failed(), limits());
    }

    /** Logs a call. A failure to log it is only reported, because the call has been carried out. */
    private void note(ToolCall call, ToolReply reply, Duration took) {
        CallLog.Outcome outcome = reply.value().path("error").asString("").equals("CAPABILITY_UNAVAILABLE")
                ? CallLog.Outcome.CAPABILITY
                : reply.failed() ? CallLog.Outcome.TOOL_ERROR : CallLog.Outcome.OK;
        String client = call.client().replaceAll("\\p{Cntrl}", " ");
        try {
            shared.log()
                    .add(
                            caller.credential(),
                            call.tool(),
                            outcome,
                            took,
                            reply.branch(),
                            client.isEmpty() ? null : client.substring(0, Math.min(client.length(), CLIENT_CHARS_MAX)));
        } catch (Failure notNoted) {
            LOG.warn("a remote call was not noted: {}", notNoted.message());
        }
    }

    /** {@code _meta['cms/limits']}: null where there is no limit. */
    private ObjectNode limits() {
        return shared.parts().instance().database().read(tx -> {
            Optional<Long> plan = CallLog.amount(shared.parts().usage().allowance(tx, workspaceId(), Meter.MCP_CALLS));
            long usedOfPlan = shared.parts().usage().used(tx, workspaceId(), Meter.MCP_CALLS);
            Optional<Long> planLeft = plan.map(most -> Math.max(0, most - usedOfPlan));
            Optional<Long> own = Optional.ofNullable(caller.monthly());
            Optional<Long> ownLeft = own.map(most -> Math.max(
                    0,
                    most
                            - shared.log()
                                    .callsThisMonth(tx, List.of(caller.credential()))
                                    .getOrDefault(caller.credential(), 0L)));
            ObjectNode meta = Json.object();
            meta.putObject("cms/limits")
                    .put("perMinute", caller.perMinute())
                    .put("remaining", rate.remaining())
                    .put("resetSeconds", WholeSeconds.of(rate.freesAfter()))
                    .put("monthLimit", least(plan, own))
                    .put("monthLeft", least(planLeft, ownLeft));
            return meta;
        });
    }

    /** The smaller of two limits; null where there is no limit, as in the JSON. */
    private static @Nullable Long least(Optional<Long> one, Optional<Long> other) {
        return one.map(first -> other.map(second -> Math.min(first, second)).orElse(first))
                .or(() -> other)
                .orElse(null);
    }

    @Override
    public String workspaceId() {
        return caller.place().project().workspaceId();
    }

    @Override
    public List<ObjectNode> resources() {
        return resources.list();
    }

    @Override
    public List<ObjectNode> resourceTemplates() {
        return resources.templates();
    }

    @Override
    public Optional<ResourceText> resource(String uri) {
        return resources.read(uri);
    }

    @Override
    public List<ObjectNode> prompts() {
        return Prompts.list();
    }

    @Override
    public Optional<PromptText> prompt(String name, ObjectNode arguments) {
        return Prompts.get(name, arguments);
    }
}
