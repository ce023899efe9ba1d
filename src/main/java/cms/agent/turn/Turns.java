package cms.agent.turn;

import cms.agent.log.TurnEvent;
import cms.agent.log.TurnRow;
import cms.agent.log.TurnStore;
import cms.agent.model.AgentLimits;
import cms.agent.model.ModelUsage;
import cms.platform.compute.FairPlaces;
import cms.platform.failure.Failure;
import cms.platform.http.EventStream;
import cms.platform.jobs.Ticker;
import cms.platform.json.Json;
import java.io.EOFException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The turns of this process and earlier ones: begins them, streams their events from any position, stops them, and ends
 * those that no process runs.
 */
public final class Turns implements AutoCloseable {
    /** Failure code: the speaker has no waiting call of this code. */
    public static final String CODE_UNKNOWN = "confirmation.unknown";

    private static final Logger LOG = LoggerFactory.getLogger(Turns.class);
    private static final Duration SLICE = Duration.ofMillis(500);

    private final TurnParts parts;
    private final Map<String, LiveTurn> live = new ConcurrentHashMap<>();
    private final FairPlaces places;
    private final Ticker ticker = new Ticker("agent-turns");
    private volatile boolean closed;

    public Turns(TurnParts parts) {
        this.parts = parts;
        this.places = new FairPlaces(parts.clock(), AgentLimits.USER_TURNS_MAX, AgentLimits.PROCESS_TURNS_MAX);
    }

    /**
     * Ends the turns that an earlier run of this process left, where no other process shares the rows; then starts
     * watching turns.
     */
    public void start() {
        if (!parts.database().isPostgres()) {
            reap(parts.clock().instant().plus(Duration.ofDays(365)));
        }
        ticker.every(SLICE.toMillis(), this::look);
        ticker.every(AgentLimits.BEAT.toMillis(), this::beat);
    }

    /**
     * Begins a turn.
     *
     * @return its id
     * @throws Failure RATE_LIMITED (code {@code ai.busy}) when too many run, CONFLICT (code {@code conversation.busy})
     *     while the conversation answers, and refusals of the meter
     */
    public String begin(Ask ask) {
        ask.decision()
                .filter(decision -> !decision.code().isEmpty())
                .ifPresent(decision ->
                        new Confirmations(parts).require(ask.conversationId(), decision.code(), ask.speaker()));
        String account =
                parts.instance().compute().account(ask.speaker().project().workspaceId());
        if (!places.enter(account, ask.speaker().id(), AgentLimits.WAIT_MAX)) {
            throw Failure.rateLimited("Too many turns run at once; wait for one of them.", AgentLimits.WAIT_MAX)
                    .withCode("ai.busy");
        }
        try {
            StartedTurn started = startedTurn(ask);
            live.put(started.live().row().id(), started.live());
            Thread.ofVirtual().name("agent-turn").start(() -> {
                try {
                    new TurnRunner(parts, ask, started).run();
                } catch (RuntimeException | Error broken) {
                    LOG.error("a turn could not be ended", broken);
                    started.live().log().ended(null);
                } finally {
                    live.remove(started.live().row().id());
                    places.leave(account, ask.speaker().id());
                }
            });
            return started.live().row().id();
        } catch (RuntimeException | Error refused) {
            places.leave(account, ask.speaker().id());
            throw refused;
        }
    }

    /** Cancels the waiting calls of the speaker's own conversation. */
    public void forgetWaiting(Ask ask) {
        ask.conversationId()
                .ifPresent(id -> parts.database()
                        .writing(tx -> parts.stores()
                                .conversations()
                                .find(
                                        tx,
                                        id,
                                        ask.speaker().project().id(),
                                        ask.speaker().kind(),
                                        ask.speaker().id())
                                .ifPresent(own -> parts.stores().parked().cancel(tx, own.id()))));
    }

    private StartedTurn startedTurn(Ask ask) {
        try {
            return new TurnStart(parts).begin(ask);
        } catch (Failure busy) {
            if (!busy.code().filter("conversation.busy"::equals).isPresent()) {
                throw busy;
            }
            reap(parts.clock().instant().minus(AgentLimits.DESERTED));
            return new TurnStart(parts).begin(ask);
        }
    }

    /** The id of the turn of an earlier request with the same idempotency key. */
    public Optional<String> repeated(Ask.Repeat repeat) {
        Optional<TurnRow> found =
                parts.database().read(tx -> parts.stores().turns().findRepeat(tx, repeat.key()));
        if (found.filter(row -> !repeat.hash().equals(row.repeatHash())).isPresent()) {
            throw Failure.unprocessable("This Idempotency-Key came with another body before.");
        }
        return found.map(TurnRow::id);
    }

    /** The latest turn of a conversation. */
    public Optional<TurnRow> latest(String conversationId) {
        return parts.database().read(tx -> parts.stores().turns().latest(tx, conversationId));
    }

    /** Asks the running turn of a conversation to stop, in whatever process it runs; false when none runs. */
    public boolean stop(String conversationId) {
        Optional<TurnRow> running = latest(conversationId).filter(TurnRow::isRunning);
        running.ifPresent(row -> {
            LiveTurn here = live.get(row.id());
            if (here != null) {
                here.stop(LiveTurn.Cause.STOPPED);
            } else {
                parts.database().writing(tx -> parts.stores().turns().askStop(tx, row.id()));
            }
        });
        return running.isPresent();
    }

    /** Sends the events of a turn after the one numbered {@code after}, until its end or until the client leaves. */
    public void stream(String turnId, long after, EventStream stream) {
        LiveTurn here = live.get(turnId);
        if (here == null) {
            fromRows(turnId, after, stream);
            return;
        }
        here.arrived();
        try {
            follow(here, after, stream);
            here.finished();
        } catch (UncheckedIOException gone) {
            here.removeReader();
            throw gone;
        }
    }

    private void follow(LiveTurn here, long after, EventStream stream) {
        long sent = after;
        Instant quietSince = parts.clock().instant();
        long stoppedAt = 0;
        while (!here.log().isOver(sent)) {
            if (!stream.isOpen()) {
                here.stop(LiveTurn.Cause.SERVICE);
                stoppedAt = stoppedAt == 0 ? System.nanoTime() : stoppedAt;
                if (System.nanoTime() - stoppedAt > AgentLimits.LAST_WORDS_MAX.toNanos()) {
                    return;
                }
            }
            List<TurnEvent> events = next(here, sent);
            Instant now = parts.clock().instant();
            for (TurnEvent event : events) {
                stream.send(here.row().id() + "." + event.n(), event.json());
                sent = event.n();
            }
            if (!events.isEmpty()) {
                quietSince = now;
            } else if (stream.isDisconnected()) {
                throw new UncheckedIOException(new EOFException("the client has gone"));
            } else if (isQuiet(quietSince, now)) {
                stream.beat();
                quietSince = now;
            }
        }
    }

    private static boolean isQuiet(Instant since, Instant now) {
        return !now.isBefore(since.plus(AgentLimits.SIGN_OF_LIFE));
    }

    private static List<TurnEvent> next(LiveTurn here, long sent) {
        try {
            return here.log().after(sent, SLICE);
        } catch (InterruptedException stopping) {
            here.stop(LiveTurn.Cause.SERVICE);
            return List.of();
        }
    }

    /** Sends the events of a turn that has ended or runs in another process. */
    private void fromRows(String turnId, long after, EventStream stream) {
        long sent = after;
        Instant quietSince = parts.clock().instant();
        DistantReader reader = new DistantReader(parts, turnId);
        while (true) {
            boolean running = isRunning(turnId);
            if (running) {
                reader.stays();
            }
            long from = sent;
            Instant now = parts.clock().instant();
            for (TurnEvent event :
                    parts.database().read(tx -> parts.stores().events().after(tx, turnId, from))) {
                stream.send(turnId + "." + event.n(), event.json());
                sent = event.n();
                quietSince = now;
            }
            if (!running || stream.isDisconnected() || !stream.rest(SLICE)) {
                return;
            }
            if (isQuiet(quietSince, now)) {
                stream.beat();
                quietSince = now;
            }
        }
    }

    /** Whether a turn is over and has no event after this one. */
    public boolean isAtEnd(String turnId, long after) {
        return parts.database()
                .read(tx -> parts.stores().events().after(tx, turnId, after))
                .isEmpty();
    }

    /**
     * Waits for the end of a turn and returns all its events.
     *
     * @param left whether the client has gone
     */
    public List<TurnEvent> whole(String turnId, BooleanSupplier left) {
        LiveTurn here = live.get(turnId);
        if (here != null) {
            here.arrived();
            boolean heard = true;
            long sent = 0;
            while (!here.log().isOver(sent)) {
                List<TurnEvent> events = next(here, sent);
                sent += events.size();
                if (heard && events.isEmpty() && left.getAsBoolean()) {
                    heard = false;
                    here.removeReader();
                }
            }
            if (heard) {
                here.finished();
            }
        }
        awaitOther(turnId, left);
        return parts.database().read(tx -> parts.stores().events().after(tx, turnId, 0));
    }

    private boolean isRunning(String turnId) {
        return parts.database()
                .read(tx -> parts.stores().turns().find(tx, turnId))
                .map(TurnRow::isRunning)
                .orElse(false);
    }

    /** Waits for a turn that another process runs, or has left: {@link #reap} ends it then. */
    private void awaitOther(String turnId, BooleanSupplier left) {
        DistantReader reader = new DistantReader(parts, turnId);
        try {
            while (!closed && isRunning(turnId) && !left.getAsBoolean()) {
                reader.stays();
                Thread.sleep(SLICE);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        live.values().forEach(LiveTurn::look);
    }

    /** Writes down that the turns of this process run, and follows what other processes have noted in them. */
    private void beat() {
        if (live.isEmpty()) {
            return;
        }
        List<TurnStore.Noted> elsewhere = parts.database()
                .write(tx -> parts.stores()
                        .turns()
                        .beat(tx, live.keySet(), parts.clock().instant()));
        elsewhere.forEach(noted -> Optional.ofNullable(live.get(noted.id())).ifPresent(turn -> turn.follow(noted)));
    }

    /** Ends turns that no process runs any more; a job calls it at intervals. */
    public void reap() {
        reap(parts.clock().instant().minus(AgentLimits.DESERTED));
    }

    private void reap(Instant since) {
        List<TurnRow> deserted =
                parts.database().read(tx -> parts.stores().turns().deserted(tx, since));
        for (TurnRow row : deserted) {
            if (live.containsKey(row.id())) {
                continue;
            }
            ObjectNode last = Json.object()
                    .put("type", "error")
                    .put("message", "The service was interrupted; what was written until then stays.");
            parts.database().writing(tx -> {
                if (new TurnEnd(parts).settle(tx, row, "failed", ModelUsage.none())) {
                    parts.stores().events().append(tx, row.id(), last);
                }
            });
        }
    }

    /** Ends every turn of this process, and waits some seconds for their last events. */
    @Override
    public void close() {
        closed = true;
        live.values().forEach(turn -> turn.stop(LiveTurn.Cause.SERVICE));
        ticker.close();
        try {
            places.awaitNone(AgentLimits.LAST_WORDS_MAX);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }
}
