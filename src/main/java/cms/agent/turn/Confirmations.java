package cms.agent.turn;

import cms.agent.desk.Speaker;
import cms.agent.log.ParkedStore;
import cms.platform.failure.Failure;
import java.util.Optional;

/** The codes of waiting calls. A wrong code, a used one and one of another speaker are answered alike. */
final class Confirmations {
    private final TurnParts parts;

    Confirmations(TurnParts parts) {
        this.parts = parts;
    }

    /** Removes and returns the call of a code, for one caller only. */
    ParkedStore.Parked take(String conversationId, String code, Speaker speaker) {
        return parts.database()
                .write(tx -> parts.stores()
                        .conversations()
                        .find(tx, conversationId, speaker.project().id(), speaker.kind(), speaker.id())
                        .flatMap(conversation -> parts.stores()
                                .parked()
                                .take(
                                        tx,
                                        conversationId,
                                        Codes.hash(conversationId, code),
                                        parts.clock().instant())))
                .orElseThrow(Confirmations::unknown);
    }

    /** @throws Failure NOT_FOUND (code {@code confirmation.unknown}) */
    void require(Optional<String> conversationId, String code, Speaker speaker) {
        boolean there = conversationId
                .map(id -> parts.database()
                        .read(tx -> parts.stores()
                                        .conversations()
                                        .find(tx, id, speaker.project().id(), speaker.kind(), speaker.id())
                                        .isPresent()
                                && parts.stores()
                                        .parked()
                                        .isThere(
                                                tx,
                                                id,
                                                Codes.hash(id, code),
                                                parts.clock().instant())))
                .orElse(false);
        if (!there) {
            throw unknown();
        }
    }

    private static Failure unknown() {
        return Failure.notFound(
                        "There is no such call that waits for you; it may have been decided, or its time is over.")
                .withCode(Turns.CODE_UNKNOWN);
    }
}
