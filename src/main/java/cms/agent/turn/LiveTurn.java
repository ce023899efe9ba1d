package cms.agent.turn;

import cms.agent.log.TurnLog;
import cms.agent.log.TurnRow;
import cms.agent.model.AgentLimits;
import cms.agent.wire.Abort;
import java.time.Duration;

/** A turn that runs in this process. */
final class LiveTurn {
    private final TurnRow row;
    private final TurnLog log;
    private final Abort abort = new Abort();
    private final long endsAtNanos;
    private int readers;
    private long alone = System.nanoTime();
    private boolean wasRead;
    private volatile Cause ending = Cause.NONE;

    /** Why it was ended early. */
    enum Cause {
        NONE,
        /** Somebody asked for it, or has gone. */
        STOPPED,
        TIME,
        SERVICE
    }

    LiveTurn(TurnRow row, TurnLog log, Duration timeout) {
        this.row = row;
        this.log = log;
        this.endsAtNanos = System.nanoTime() + timeout.toNanos();
    }

    TurnRow row() {
        return row;
    }

    TurnLog log() {
        return log;
    }

    Abort abort() {
        return abort;
    }

    Cause ending() {
        return ending;
    }

    void stop(Cause why) {
        synchronized (this) {
            if (ending == Cause.NONE) {
                ending = why;
            }
        }
        abort.now();
    }

    synchronized void arrived() {
        readers++;
        wasRead = true;
    }

    /** The reader has gone before the end; the last one ends the turn unless it may come back. */
    void gone() {
        boolean last;
        synchronized (this) {
            last = --readers == 0;
            alone = System.nanoTime();
        }
        if (last && row.repeatKey() == null) {
            stop(Cause.STOPPED);
        }
    }

    synchronized void finished() {
        readers--;
        alone = System.nanoTime();
    }

    /** Ends what has taken too long, or what nobody came back to. */
    void look(long nowNanos) {
        boolean deserted;
        synchronized (this) {
            deserted = wasRead && readers == 0 && nowNanos - alone > AgentLimits.AWAY_MAX.toNanos();
        }
        if (deserted) {
            stop(Cause.STOPPED);
        }
        if (nowNanos - endsAtNanos > 0) {
            stop(Cause.TIME);
        }
    }
}
