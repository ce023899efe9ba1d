package cms.agent.turn;

import cms.agent.log.TurnLog;
import cms.agent.log.TurnRow;
import cms.agent.log.TurnStore;
import cms.agent.model.AgentLimits;
import cms.agent.wire.Abort;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A turn that runs in this process. */
final class LiveTurn {
    private final TurnRow row;
    private final TurnLog log;
    private final Abort abort = new Abort();
    private final InstantSource clock;
    private final Instant endsAt;
    private int readers;
    private Instant alone;
    private boolean wasRead;
    private long readerNotes;
    private volatile Cause ending = Cause.NONE;

    /** The reason for ending a turn early. */
    enum Cause {
        NONE,
        /** A person stopped it, or its client has gone. */
        STOPPED,
        TIME,
        SERVICE
    }

    /** @param clock for the timeout */
    LiveTurn(TurnRow row, TurnLog log, Duration timeout, InstantSource clock) {
        this.row = row;
        this.log = log;
        this.clock = clock;
        this.alone = clock.instant();
        this.endsAt = alone.plus(timeout);
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

    /** Removes a reader that left before the end; without any reader the turn ends, unless one may come back. */
    void removeReader() {
        boolean last;
        synchronized (this) {
            last = --readers == 0;
            alone = clock.instant();
        }
        if (last && row.repeatKey() == null) {
            stop(Cause.STOPPED);
        }
    }

    synchronized void finished() {
        readers--;
        alone = clock.instant();
    }

    /** Follows what other processes have noted: that the turn is to stop, or that somebody reads it there. */
    void follow(TurnStore.Noted noted) {
        synchronized (this) {
            if (noted.readerNotes() > readerNotes) {
                readerNotes = noted.readerNotes();
                alone = clock.instant();
            }
        }
        if (noted.stopAsked()) {
            stop(Cause.STOPPED);
        }
    }

    /** Ends the turn when it has taken too long, or when no reader came back. */
    void look() {
        Instant now = clock.instant();
        boolean deserted;
        synchronized (this) {
            deserted =
                    wasRead && readers == 0 && alone.plus(AgentLimits.AWAY_MAX).isBefore(now);
        }
        if (deserted) {
            stop(Cause.STOPPED);
        }
        if (endsAt.isBefore(now)) {
            stop(Cause.TIME);
        }
    }
}
