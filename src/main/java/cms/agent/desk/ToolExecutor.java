package cms.agent.desk;

import cms.agent.model.AgentLimits;
import cms.agent.model.Block;
import cms.agent.model.ToolCard;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.idempotency.IdempotencyKey;
import cms.platform.idempotency.IdempotencyMark;
import cms.platform.json.ArgumentCheck;
import cms.platform.json.Json;
import cms.project.ProjectAccess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries out the tool calls of one turn. Every call is checked again: name, present role, restrictions of a key,
 * phase, input, limits, risk; the called rooms then check models, locales and plan. Errors of a model are results and
 * never exceptions.
 */
public final class ToolExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(ToolExecutor.class);

    /** Codes of failures after which a write may have been done, or may be done later. */
    private static final Set<String> IN_DOUBT = Set.of("timeout", "unavailable");

    private final Map<String, Offered> tools;
    private final TurnScope scope;
    private final Risk risk;
    private final Parking parking;
    private final Map<String, Integer> same = new HashMap<>();
    private final Map<String, RenderedResult> answers = new ConcurrentHashMap<>();
    private Effect effect = Effect.none();
    private volatile @Nullable Phase phase;
    private int calls;
    private int writes;
    private boolean inDoubt;

    /** A tool with its description for models. */
    public record Offered(Tool tool, ToolCard card) {}

    /** @param tools by their names */
    public ToolExecutor(Map<String, Offered> tools, TurnScope scope, Risk risk, Parking parking) {
        this.tools = Map.copyOf(tools);
        this.scope = scope;
        this.risk = risk;
        this.parking = parking;
    }

    /** All changes of the turn so far. */
    public synchronized Effect effect() {
        return effect;
    }

    /** Whether a write of this turn has gone through. */
    public synchronized boolean hasWritten() {
        return writes > 0;
    }

    /** Whether the outcome of a write is unknown. */
    public synchronized boolean isInDoubt() {
        return inDoubt;
    }

    /** Whether the turn has used up its calls or writes. */
    public synchronized boolean isSpent() {
        return calls >= AgentLimits.CALLS_MAX || writes >= AgentLimits.WRITES_MAX;
    }

    /**
     * Number of calls, from the first on, that are run at the same time: neighbouring reads that differ. A write runs
     * alone.
     */
    public int together(List<Block.Call> all) {
        Set<String> keys = new HashSet<>();
        int count = 0;
        while (count < Math.min(all.size(), AgentLimits.READS_AT_ONCE)
                && isRead(all.get(count))
                && keys.add(key(all.get(count)))) {
            count++;
        }
        return Math.max(1, count);
    }

    private boolean isRead(Block.Call call) {
        Offered offered = tools.get(call.name());
        return offered != null && !offered.tool().writes();
    }

    /** Runs calls that {@link #together} has grouped; results in the order of the calls, refusals among them. */
    public List<RenderedResult> handle(List<Block.Call> together) {
        Map<Integer, RenderedResult> known = new HashMap<>();
        List<Block.Call> left = new ArrayList<>();
        for (int i = 0; i < together.size(); i++) {
            Optional<RenderedResult> before = before(together.get(i));
            if (before.isPresent()) {
                known.put(i, before.get());
            } else {
                left.add(together.get(i));
            }
        }
        Iterator<RenderedResult> fresh = sideBySide(left).iterator();
        List<RenderedResult> all = new ArrayList<>();
        for (int i = 0; i < together.size(); i++) {
            RenderedResult rendered = known.containsKey(i) ? known.get(i) : fresh.next();
            answers.put(key(together.get(i)), rendered);
            all.add(rendered);
        }
        return all;
    }

    /** The result of a call that is not run: beyond the limit, or the same as an earlier call. */
    private Optional<RenderedResult> before(Block.Call call) {
        if (++calls > AgentLimits.CALLS_MAX) {
            return Optional.of(shaped(ToolResult.failed(
                    "limit", "This turn has made all of its calls.", "Say what is done and what is left.")));
        }
        int times = same.merge(key(call), 1, Integer::sum);
        return times < AgentLimits.SAME_CALL_MAX ? Optional.empty() : Optional.ofNullable(answers.get(key(call)));
    }

    private static String key(Block.Call call) {
        return call.name() + "\n" + call.arguments();
    }

    private List<RenderedResult> sideBySide(List<Block.Call> all) {
        if (all.size() < 2) {
            return all.stream()
                    .map(call -> shaped(guarded(() -> checked(call, null))))
                    .toList();
        }
        List<Future<RenderedResult>> running;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            running = all.stream()
                    .map(call -> threads.submit(() -> shaped(guarded(() -> checked(call, null)))))
                    .toList();
        }
        return running.stream().map(Future::resultNow).toList();
    }

    private synchronized int written() {
        return writes;
    }

    /**
     * Runs a call that a person has agreed to, after all checks; refused when its impact is not the agreed one any
     * more.
     */
    public RenderedResult agreed(String tool, ObjectNode input, String callId, ObjectNode impact) {
        Block.Call call = new Block.Call(callId, tool, Json.text(input));
        return shaped(guarded(() -> checked(call, impact)));
    }

    private static RenderedResult shaped(ToolResult result) {
        ObjectNode forModel = result.value();
        if (result.isParked()) {
            forModel = Json.object()
                    .put("status", "confirmation_required")
                    .put("note", "Not executed; the person was asked. Do not repeat the call, go on without it.");
        }
        return new RenderedResult(
                ResultTruncation.to(result.value(), AgentLimits.SHOWN_BYTES_MAX),
                Json.text(ResultTruncation.to(forModel, AgentLimits.RESULT_BYTES_MAX)),
                result.failed());
    }

    private interface Attempt {
        ToolResult run();
    }

    private static ToolResult guarded(Attempt attempt) {
        try {
            return attempt.run();
        } catch (Failure refused) {
            return RefusalTexts.of(refused);
        } catch (RuntimeException broken) {
            LOG.error("a tool failed", broken);
            return ToolResult.failed(
                    "unavailable", "The service could not do that.", "Look whether it was done before you try again.");
        }
    }

    /** @param agreed the impact that a person has agreed to; null for a call of the model */
    private ToolResult checked(Block.Call call, @Nullable ObjectNode agreed) {
        Offered offered = tools.get(call.name());
        if (offered == null) {
            return ToolResult.failed("unknown_tool", "There is no such tool.", "Use the tools that you were given.");
        }
        Tool tool = offered.tool();
        ProjectAccess place = scope.speaker().place();
        if (!tool.isAllowed(scope.speaker().tools(), place.rights())) {
            return ToolResult.failed(
                    "not_allowed",
                    "The role of this person or key does not allow " + tool.name() + ".",
                    "Tell the person; do not try again.");
        }
        if (call.arguments().length() > AgentLimits.INPUT_BYTES_MAX) {
            return ToolResult.failed("invalid_input", "The input is too long.", "Send smaller pieces.");
        }
        Optional<ObjectNode> sent = call.input();
        if (sent.isEmpty()) {
            return ToolResult.failed(
                    "invalid_input",
                    "The input is no JSON object, or a text in it holds a NUL character.",
                    "Send one object.");
        }
        ArgumentCheck check = new ArgumentCheck();
        ToolInput input = new ToolInput(check.check(sent.get(), offered.card().schema()));
        if (!check.issues().isEmpty()) {
            return ToolResult.failed(
                    "invalid_input", check.inWords(AgentLimits.INPUT_PROBLEMS_MAX), "Mend all of it and call again.");
        }
        Work work = scope.work(place, tool.name(), call.id(), mark(call));
        return allowed(tool, input, agreed == null ? work : work.agreedTo(), agreed);
    }

    private ToolResult allowed(Tool tool, ToolInput input, Work work, @Nullable ObjectNode agreed) {
        Phase now = phase == null ? Phase.of(work.overview()) : phase;
        phase = now;
        if (!now.allows(tool)) {
            return ToolResult.failed(
                    "wrong_phase", tool.name() + " does not fit: the project is " + now.key() + ".", now.suggestion());
        }
        boolean writing = tool.writes()
                && !(tool.name().equals("vocabulary")
                        && input.required("action").equals("get"));
        if (!writing) {
            ToolResult read = ran(tool, input, work);
            if (read.isOfStrangers()) {
                scope.taint();
            }
            return read;
        }
        if (written() >= AgentLimits.WRITES_MAX) {
            return ToolResult.failed(
                    "limit", "This turn has made all of its writes.", "Say what is done and what is left.");
        }
        Optional<ToolResult> instead = work.isTrial() ? Optional.empty() : instead(tool, input, work, agreed);
        if (instead.isPresent()) {
            return instead.get();
        }
        ToolResult result = guarded(() -> ran(tool, input, work));
        note(tool, result);
        return result;
    }

    /** The result of a call within its tool's timeout; a write that ends later is noted all the same. */
    private ToolResult ran(Tool tool, ToolInput input, Work work) {
        return ToolTimeout.within(
                        tool.timeout(), gone -> tool.run(input, tool.writes() ? work : work.orGone(gone)), late -> {
                            if (tool.writes()) {
                                note(tool, late);
                            }
                        })
                .orElseGet(() -> ToolResult.failed(
                        "timeout",
                        tool.name() + " took longer than " + tool.timeout().toSeconds() + " seconds.",
                        tool.writes()
                                ? "It may still be done; look before you try again."
                                : "Ask for less: one model, fewer entries, a limit."));
    }

    private synchronized void note(Tool tool, ToolResult result) {
        if (!result.failed()) {
            writes++;
            effect = effect.plus(result.effect());
            answers.clear();
            phase = null;
            scope.wrote(tool.name(), result.effect());
        } else if (IN_DOUBT.contains(result.value().path("code").asString(""))) {
            inDoubt = true;
        }
    }

    /**
     * The result of a write that is not run: it waits for a person's consent, or has another impact than the agreed
     * one.
     */
    private Optional<ToolResult> instead(Tool tool, ToolInput input, Work work, @Nullable ObjectNode agreed) {
        if (risk != Risk.WIDE && isFetchOfStrangers(tool, input)) {
            return Optional.of(ToolResult.failed(
                    "not_allowed",
                    "After text of strangers only a URL that the person has typed is fetched.",
                    "Ask the person to send the URL."));
        }
        int deleted = agreed == null ? effect().objects() : 0;
        Optional<Risk.Impact> impact = risk.of(tool, input, work, deleted, scope.isTainted() && !isAsked(tool, input));
        if (impact.isPresent() && agreed == null) {
            return Optional.of(ToolResult.parked(parking.park(tool, input, impact.get())));
        }
        return impact.filter(found -> !same(found.json(), agreed))
                .map(other -> ToolResult.failed(
                        "conflict", "It would do something else by now than what was agreed to.", "Ask for it again."));
    }

    /**
     * Whether a URL that a stranger may have written would be fetched without a person being asked; it is refused then.
     */
    private boolean isFetchOfStrangers(Tool tool, ToolInput input) {
        return tool.name().equals("upload_media") && scope.isTainted() && !isAsked(tool, input);
    }

    /** Whether the URL is in the person's own message, which counts as theirs also after text of strangers was read. */
    private boolean isAsked(Tool tool, ToolInput input) {
        return tool.name().equals("upload_media") && scope.isTyped(input.required("url"));
    }

    /**
     * Compares an impact with the agreed one, without the earlier calls of the turn. As text, because a stored number
     * is parsed as another type.
     */
    private static boolean same(ObjectNode impact, @Nullable ObjectNode agreed) {
        return agreed != null && compared(impact).equals(compared(agreed));
    }

    private static String compared(ObjectNode impact) {
        return Json.text(impact.deepCopy().without("deletedBefore"));
    }

    private IdempotencyMark.Write mark(Block.Call call) {
        String content = Hashes.sha256Hex(call.name() + "\n" + call.arguments());
        return new IdempotencyKey(scope.turnId(), call.name(), Hashes.sha256Hex(call.id()), content).mark();
    }
}
