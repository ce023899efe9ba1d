package cms.mcp.protocol;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.StatusTable;
import cms.platform.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The endpoint, at one URL for both eras of the protocol: answers POST, GET and DELETE of an admitted caller. */
public final class Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(Endpoint.class);
    private static final String SESSION = "Mcp-Session-Id";
    private static final String VERSION = "MCP-Protocol-Version";
    private static final String CANCELLED = "notifications/cancelled";
    private static final int INTERNAL = -32603;

    private final ServerCard card;
    private final ProtocolSessions sessions;
    private final ChangeStreams streams;
    private final RunningCalls running = new RunningCalls();

    /**
     * An admitted caller.
     *
     * @param owner the credential and the project, to which sessions and streams belong
     * @param allowed whether the credential is still valid; must not block
     */
    public record Client(String owner, ServerFeatures tools, BooleanSupplier allowed) {}

    public Endpoint(ServerCard card, ProtocolSessions sessions, ChangeStreams streams) {
        this.card = card;
        this.sessions = sessions;
        this.streams = streams;
    }

    /** Carries out the messages of a body. */
    public Answer post(Request request, Client client) {
        if (!accepts(request)) {
            return refusal(ProtocolError.of(406, 40600, "Send Accept: application/json, text/event-stream."), null);
        }
        return switch (request.json(MessageReader::read)) {
            case ParsedBody.Unreadable(ProtocolError error, JsonNode id) -> refusal(error, id);
            case ParsedBody.Read read -> allowed(request, client, read);
        };
    }

    /** A stream of notifications for a session. */
    public Answer stream(Request request, Client client) {
        Optional<String> name = request.header(SESSION);
        if (name.isEmpty()) {
            return refusal(ProtocolError.of(405, 40500, "A stream belongs to a session; send " + SESSION + "."), null)
                    .withHeader("Allow", "POST");
        }
        if (sessions.find(name.get(), client.owner()).isEmpty()) {
            return noSession(null);
        }
        return Answer.live(
                client.owner(),
                ChangeStreams.STREAMS_MAX,
                stream -> streams.opened(client.owner(), name.get(), stream, client.allowed()));
    }

    /** Ends a session. */
    public Answer end(Request request, Client client) {
        Optional<String> name = request.header(SESSION);
        if (name.flatMap(known -> sessions.find(known, client.owner())).isEmpty()) {
            return noSession(null);
        }
        sessions.end(name.get());
        return Answer.empty(204);
    }

    /** A refusal as a body of the protocol. */
    public static Answer refusal(ProtocolError error, @Nullable JsonNode id) {
        Answer answer = Answer.json(error.status(), error.json(id));
        JsonNode data = error.data();
        return data != null && data.has(ProtocolError.RETRY_AFTER)
                ? answer.withHeader(
                        "Retry-After", data.get(ProtocolError.RETRY_AFTER).asString())
                : answer;
    }

    private Answer allowed(Request request, Client client, ParsedBody.Read read) {
        int more = read.calls().size() - 1;
        Optional<ProtocolError> tooMany = more > 0 ? client.tools().countOfMinute(more) : Optional.empty();
        if (tooMany.isPresent()) {
            return refusal(tooMany.get(), null);
        }
        for (JsonRpcMessage.Call call : read.calls()) {
            // A call that names no tool is a malformed one, which its execution says.
            if (call.method().equals(Methods.CALL_TOOL) && !call.target().isEmpty()) {
                Optional<ProtocolError> refused = client.tools().refusal(call.target());
                if (refused.isPresent()) {
                    return refusal(refused.get(), call.id());
                }
            }
        }
        return EraRule.isStateless(read, request.header(VERSION))
                ? stateless(request, client, read)
                : inSession(request, client, read);
    }

    private Answer stateless(Request request, Client client, ParsedBody.Read read) {
        if (read.batch()) {
            return refusal(
                    ProtocolError.of(400, ProtocolError.NOT_A_REQUEST, "This revision takes one message a request."),
                    null);
        }
        Optional<JsonRpcMessage.Call> only = read.onlyCall();
        if (only.isEmpty()) {
            return Answer.empty(202);
        }
        JsonRpcMessage.Call call = only.get();
        Optional<ProtocolError> wrong = StatelessHeaders.check(call, request::header);
        if (wrong.isPresent()) {
            return refusal(wrong.get(), call.id());
        }
        return call.method().equals(Methods.LISTEN)
                ? listening(request, client, call)
                : counted(new Run(request, client, Revision.R2026_07_28, "request " + request.id()), client, read);
    }

    private Answer listening(Request request, Client client, JsonRpcMessage.Call call) {
        boolean toolsChanged =
                call.params().path("notifications").path("toolsListChanged").asBoolean(false);
        ObjectNode result = new Run(request, client, Revision.R2026_07_28, "").execution.ended(call);
        return Answer.live(
                client.owner(),
                ChangeStreams.STREAMS_MAX,
                stream ->
                        streams.subscribed(client.owner(), stream, call.id(), toolsChanged, result, client.allowed()));
    }

    private Answer inSession(Request request, Client client, ParsedBody.Read read) {
        boolean opens = read.calls().stream().anyMatch(call -> call.method().equals(Methods.INITIALIZE));
        Optional<String> name = request.header(SESSION).filter(known -> !opens);
        Optional<ProtocolSessions.ProtocolSession> session =
                name.flatMap(known -> sessions.find(known, client.owner()));
        JsonNode id = read.onlyCall().map(JsonRpcMessage.Call::id).orElse(null);
        if (name.isPresent() && session.isEmpty()) {
            return noSession(id);
        }
        Revision revision = request.header(VERSION)
                .flatMap(Revision::of)
                .or(() -> session.map(ProtocolSessions.ProtocolSession::revision))
                .orElse(Revision.assumed());
        if (read.batch() && (!revision.takesBatches() || opens)) {
            return refusal(
                    ProtocolError.of(
                            400,
                            ProtocolError.NOT_A_REQUEST,
                            "Send one message a request; this is no place for a batch."),
                    null);
        }
        String place = client.owner() + " " + name.orElse("");
        read.messages().forEach(message -> cancel(place, message));
        if (read.calls().isEmpty()) {
            return Answer.empty(202);
        }
        Answer answer = counted(new Run(request, client, revision, place), client, read);
        return opens && answer.status() == 200 ? opened(client, answer) : answer;
    }

    private Answer opened(Client client, Answer answer) {
        Revision agreed = answer.jsonText()
                .flatMap(text -> Revision.of(
                        Json.parse(text).path("result").path("protocolVersion").asString("")))
                .orElse(Revision.newestWithSessions());
        return answer.withHeader(SESSION, sessions.open(agreed, client.owner()));
    }

    private void cancel(String place, JsonRpcMessage message) {
        if (message instanceof JsonRpcMessage.Notification(String method, ObjectNode params)
                && method.equals(CANCELLED)) {
            running.cancel(place, params.path("requestId"));
        }
    }

    private Answer counted(Run run, Client client, ParsedBody.Read read) {
        List<String> called = read.calls().stream()
                .filter(call -> call.method().equals(Methods.CALL_TOOL))
                .map(JsonRpcMessage.Call::target)
                .filter(client.tools()::knows)
                .toList();
        Optional<ProtocolError> spent =
                called.isEmpty() ? Optional.empty() : client.tools().count(called);
        JsonNode id = read.onlyCall().map(JsonRpcMessage.Call::id).orElse(null);
        if (spent.isPresent()) {
            return refusal(spent.get(), id);
        }
        if (read.batch()) {
            ArrayNode answers = Json.object().putArray("answers");
            read.calls().forEach(call -> answers.add(run.untold(call).json()));
            return Answer.json(answers);
        }
        JsonRpcMessage.Call call = read.onlyCall().orElseThrow();
        return run.streams(call) ? run.asStream(call) : run.asJson(call);
    }

    private static boolean accepts(Request request) {
        String accept = request.header("Accept").orElse("*/*").toLowerCase(Locale.ROOT);
        return accept.contains("application/json") || accept.contains("*/*") || accept.contains("application/*");
    }

    private static Answer noSession(@Nullable JsonNode id) {
        return refusal(ProtocolError.of(404, 40400, "There is no such session; begin a new one with initialize."), id);
    }

    /** Carries out one request. */
    private final class Run {
        private final Request request;
        private final Client client;
        private final Execution execution;
        private final String place;

        /** @param place scope in which the ids of its calls are unique, so that a client can cancel one */
        Run(Request request, Client client, Revision revision, String place) {
            this.request = request;
            this.client = client;
            this.execution = new Execution(card, client.tools(), revision, this::inTurn);
            this.place = place;
        }

        private <T> T inTurn(Supplier<T> piece) {
            return request.compute(client.tools().workspaceId(), piece);
        }

        /**
         * Whether the call is answered by a stream: the client asked for progress and accepts a stream, and the tool
         * reports progress.
         */
        boolean streams(JsonRpcMessage.Call call) {
            return call.meta().has("progressToken")
                    && request.header("Accept").orElse("").contains("text/event-stream")
                    && call.method().equals(Methods.CALL_TOOL)
                    && client.tools().reportsProgress(call.target());
        }

        Answer asJson(JsonRpcMessage.Call call) {
            Execution.Answered answered = untold(call);
            return Answer.json(answered.status(), answered.json());
        }

        /**
         * Executes a call without progress notifications, so that it waits for no client and may run on the threads
         * that compute.
         */
        Execution.Answered untold(JsonRpcMessage.Call call) {
            boolean computes =
                    call.method().equals(Methods.CALL_TOOL) && client.tools().computes(call.target());
            return computes ? inTurn(() -> answer(call, Progress.untold())) : answer(call, Progress.untold());
        }

        Answer asStream(JsonRpcMessage.Call call) {
            return Answer.events(events -> {
                        Progress progress = Progress.to(events, call.meta().path("progressToken"));
                        events.send(toTheEnd(call, progress).json());
                    })
                    .withHeader("Cache-Control", "no-store");
        }

        /**
         * Carries out a call on a stream, whose status is sent already, so that overload becomes the answer of the
         * call.
         */
        private Execution.Answered toTheEnd(JsonRpcMessage.Call call, Progress progress) {
            try {
                return answer(call, progress);
            } catch (Failure unavailable) {
                int status = StatusTable.status(unavailable.kind());
                return Execution.refused(call, ProtocolError.of(status, status * 100, unavailable.message()));
            }
        }

        /** Carries out a call; a client that has disconnected has cancelled it as well. */
        Execution.Answered answer(JsonRpcMessage.Call call, Progress progress) {
            try {
                return running.during(
                        place,
                        call.id(),
                        cancelled -> execution.run(
                                call, progress::report, () -> cancelled.getAsBoolean() || progress.isGone()));
            } catch (Failure refused) {
                if (refused.kind() == FailureKind.UNAVAILABLE) {
                    throw refused;
                }
                int status = StatusTable.status(refused.kind());
                return Execution.refused(call, ProtocolError.of(status, status * 100, refused.message()));
            } catch (CancellationException nobodyWaits) {
                throw nobodyWaits;
            } catch (RuntimeException broken) {
                LOG.error("request {}: a call of {} failed", request.id(), call.method(), broken);
                return Execution.refused(
                        call,
                        ProtocolError.of(
                                500,
                                INTERNAL,
                                "Something went wrong on our side; the request is " + request.id() + "."));
            }
        }
    }
}
