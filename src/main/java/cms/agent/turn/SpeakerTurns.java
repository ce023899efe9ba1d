package cms.agent.turn;

import cms.agent.model.AgentLimits;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** How many turns each speaker runs at once; whoever runs none and waits for none is forgotten. */
final class SpeakerTurns {
    private final Map<String, Places> bySpeaker = new ConcurrentHashMap<>();

    /** @param holders turns that run or wait for a place */
    private record Places(Semaphore free, int holders) {
        Places plus(int more) {
            return new Places(free, holders + more);
        }
    }

    /**
     * Takes a place for one turn, which {@link #leave} gives back.
     *
     * @param wait for a place at most
     * @return whether there was one; false as well when the thread was interrupted, which it then still is
     */
    boolean enter(String speakerId, Duration wait) {
        Semaphore free = bySpeaker
                .compute(
                        speakerId,
                        (id, known) -> known == null
                                ? new Places(new Semaphore(AgentLimits.USER_TURNS_MAX, true), 1)
                                : known.plus(1))
                .free();
        boolean entered = false;
        try {
            entered = free.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!entered) {
            forget(speakerId);
        }
        return entered;
    }

    /** Gives the place of a turn back that has ended. */
    void leave(String speakerId) {
        Places places = bySpeaker.get(speakerId);
        if (places != null) {
            places.free().release();
            forget(speakerId);
        }
    }

    private void forget(String speakerId) {
        bySpeaker.computeIfPresent(speakerId, (id, places) -> places.holders() == 1 ? null : places.plus(-1));
    }

    /** Speakers that run a turn or wait for a place. */
    int speakers() {
        return bySpeaker.size();
    }
}
