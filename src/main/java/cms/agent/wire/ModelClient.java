package cms.agent.wire;

import cms.agent.model.AgentLimits;
import cms.agent.model.Block;
import cms.agent.model.CompletionRequest;
import cms.agent.model.ModelApi;
import cms.agent.model.ModelFailure;
import cms.agent.model.ModelListener;
import cms.agent.model.ModelReply;
import cms.agent.model.ModelTarget;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.net.RetryAfter;
import cms.platform.net.Stall;
import cms.platform.net.StreamAnswer;
import cms.platform.net.StreamClient;
import cms.platform.net.WebRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends requests to a model: at most three tries, and one more after a reply that broke off soon after its beginning.
 */
public final class ModelClient {
    /** Optional members of a request; each is left out once the server has refused it. */
    private static final Set<String> SPARABLE = Set.of(
            "stream_options", "prompt_cache_key", "include", "metadata", "max_completion_tokens", "store", "thinking");

    private final StreamClient net;
    private final Duration firstPause;
    private final InstantSource clock;
    private final RequestBodies bodies;
    private final Map<URI, ModelApi> wires = new ConcurrentHashMap<>();
    private final Map<URI, Set<String>> refused = new ConcurrentHashMap<>();

    /**
     * @param firstPause pause before the second try; it doubles
     * @param clock for the timeouts of silence
     */
    public ModelClient(StreamClient net, Duration firstPause, InstantSource clock, RequestBodies bodies) {
        this.net = net;
        this.bodies = bodies;
        this.firstPause = firstPause;
        this.clock = clock;
    }

    /** @throws ModelFailure when no model answers */
    public ModelReply ask(ModelTarget target, CompletionRequest request, ModelListener listener, Abort abort) {
        var resumed = new ResumedReply(listener);
        for (int attempt = 1; ; attempt++) {
            try {
                return once(target, request, resumed, abort, AgentLimits.MODEL_CALL_MAX);
            } catch (ModelFailure failed) {
                Duration named = failed.retryAfter();
                boolean over =
                        !failed.mayEndOtherwise() || attempt >= AgentLimits.TRIES_MAX || !resumed.mayBeginAgain();
                if (over || named != null && named.compareTo(AgentLimits.RETRY_AFTER_MAX) > 0) {
                    throw failed;
                }
                abort.rest(named == null ? pause(attempt) : named);
            }
        }
    }

    /**
     * Sends a request once, for a reply that a turn can do without.
     *
     * @param most time until the last byte of the reply
     * @throws ModelFailure when no model answers in time
     */
    public ModelReply askOnce(
            ModelTarget target, CompletionRequest request, ModelListener listener, Abort abort, Duration most) {
        return once(target, request, listener, abort, most);
    }

    private Duration pause(int attempt) {
        long millis = firstPause.toMillis() << (attempt - 1);
        return Duration.ofMillis(millis + ThreadLocalRandom.current().nextLong(millis / 4 + 1));
    }

    private ModelReply once(
            ModelTarget target, CompletionRequest request, ModelListener listener, Abort abort, Duration most) {
        WireFormat format = format(wire(target));
        Sent sent = send(target, format, request, abort, most);
        boolean openai = format.wire() != ModelApi.MESSAGES && target.wire() == null;
        if (openai && (sent.answer.status() == 404 || sent.answer.status() == 405)) {
            ModelApi other = format.wire() == ModelApi.CHAT ? ModelApi.RESPONSES : ModelApi.CHAT;
            sent.close();
            format = format(other);
            sent = send(target, format, request, abort, most);
            if (sent.answer.status() != 404
                    && sent.answer.status() != 405
                    && wires.size() < AgentLimits.MODEL_BASES_MAX) {
                wires.put(target.base(), other);
            }
        }
        if (sent.answer.status() == 400) {
            String said = sent.errorText();
            if (!spare(target.base(), sent.body.members(), said)) {
                throw ErrorAnswers.of(400, said, Optional.empty());
            }
            sent = send(target, format, request, abort, most);
        }
        boolean whole = false;
        try {
            ModelReply reply = sent.read(format, new ReplyDraft(format.wire(), listener, ids(request)), abort);
            whole = true;
            return reply;
        } finally {
            sent.end(whole);
        }
    }

    private static Set<String> ids(CompletionRequest request) {
        return request.messages().stream()
                .flatMap(message -> message.calls().stream())
                .map(Block.Call::id)
                .collect(Collectors.toSet());
    }

    private ModelApi wire(ModelTarget target) {
        ModelApi fixed = target.wire();
        if (fixed != null) {
            return fixed;
        }
        return wires.getOrDefault(target.base(), target.isVendor() ? ModelApi.RESPONSES : ModelApi.CHAT);
    }

    private static WireFormat format(ModelApi wire) {
        return switch (wire) {
            case MESSAGES -> new MessagesWire();
            case RESPONSES -> new ResponsesWire();
            case CHAT -> new ChatWire();
        };
    }

    /** Remembers a member that the server names as unsupported; false when the error names none. */
    private boolean spare(URI base, Set<String> members, String said) {
        return SPARABLE.stream()
                .filter(members::contains)
                .filter(said::contains)
                .findFirst()
                .map(member -> {
                    if (refused.size() < AgentLimits.MODEL_BASES_MAX) {
                        refused.computeIfAbsent(base, any -> ConcurrentHashMap.newKeySet())
                                .add(member);
                    }
                    return true;
                })
                .orElse(false);
    }

    private Sent send(ModelTarget target, WireFormat format, CompletionRequest request, Abort abort, Duration most) {
        abort.guard(null);
        WrittenBody body = bodies.make(request, loaded -> body(target, format, loaded));
        try {
            return new Sent(open(target, format, body.content(), abort, most), body);
        } catch (RuntimeException failed) {
            body.close();
            throw failed;
        }
    }

    private ObjectNode body(ModelTarget target, WireFormat format, CompletionRequest request) {
        ObjectNode body = format.body(request, target.isVendor());
        for (String member : refused.getOrDefault(target.base(), Set.of())) {
            JsonNode value = body.remove(member);
            if (value != null && member.equals("max_completion_tokens")) {
                body.set("max_tokens", value);
            }
        }
        return body;
    }

    private StreamAnswer open(
            ModelTarget target, WireFormat format, WebRequest.RepeatableBody body, Abort abort, Duration most) {
        var key = target.key();
        Duration first = target.isVendor() ? AgentLimits.MODEL_SILENCE_MAX : AgentLimits.MODEL_FIRST_BYTE_MAX;
        WebRequest web = WebRequest.post(format.url(target.base()), "application/json", new byte[0])
                .sending(body)
                .within(most)
                .taking(AgentLimits.MODEL_ANSWER_BYTES_MAX)
                .watchedBy(new Stall(first, AgentLimits.MODEL_SILENCE_MAX, clock));
        for (var header : format.headers(key == null ? "" : key.reveal()).entrySet()) {
            web = web.with(header.getKey(), header.getValue());
        }
        try {
            StreamAnswer answer = net.open(web);
            abort.guard(answer);
            return answer;
        } catch (IOException unreachable) {
            abort.guard(null);
            throw ModelFailure.broken("The model's server cannot be reached.");
        }
    }

    /** A request whose answer is being read. Its body ends with it. */
    private record Sent(StreamAnswer answer, WrittenBody body) implements AutoCloseable {
        ModelReply read(WireFormat format, ReplyDraft draft, Abort abort) {
            if (answer.status() != 200) {
                throw ErrorAnswers.of(answer.status(), errorText(), RetryAfter.of(answer::header, Instant.now()));
            }
            try {
                EventLines events = new EventLines(answer.body());
                for (Optional<String> data = events.next(); data.isPresent(); data = events.next()) {
                    boolean over = data.get().strip().equals("[DONE]");
                    if (over || format.take(event(data.get()), draft)) {
                        return draft.reply(body.length());
                    }
                }
            } catch (IOException broken) {
                abort.guard(null);
                throw ModelFailure.broken("The model's answer broke off.");
            } catch (Failure garbage) {
                throw ModelFailure.broken("The model's server sent something that is no event of a model.");
            }
            abort.guard(null);
            if (draft.stop != null) {
                return draft.reply(body.length()); // a server that sends its reason and no end
            }
            throw ModelFailure.broken("The model's answer broke off.");
        }

        /**
         * Parses one event. Errors have one format on all wires, also within status 200. A line is parsed within the
         * bounds of a request body (decision 67).
         */
        private static JsonNode event(String data) {
            JsonNode event = Json.sent(data.getBytes(StandardCharsets.UTF_8));
            if (!event.has("type") && event.path("error").isObject()) {
                throw ErrorAnswers.inStream(event.path("error"));
            }
            return event;
        }

        String errorText() {
            try (StreamAnswer read = answer) {
                return new String(read.body().readNBytes(AgentLimits.MODEL_ERROR_BYTES_MAX), StandardCharsets.UTF_8);
            } catch (IOException gone) {
                return "";
            } finally {
                body.close();
            }
        }

        /** @param whole whether the reply is complete */
        void end(boolean whole) {
            if (whole) {
                answer.finish();
                body.close();
            } else {
                close();
            }
        }

        @Override
        public void close() {
            try {
                answer.close();
            } catch (IOException gone) {
                // it is closed all the same
            } finally {
                body.close();
            }
        }
    }
}
