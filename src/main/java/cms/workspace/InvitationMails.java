package cms.workspace;

import cms.platform.crypto.RandomTokens;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.mail.EmailAddress;
import cms.workspace.InvitationMailStore.Count;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Counts invitations that are mailed, in rows, so that neither a restart nor inviting and removing begins anew: an
 * address gets five in an hour over all workspaces, a person sends sixty in an hour and two hundred in a day, a
 * workspace two hundred in a day.
 */
final class InvitationMails {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);
    private static final int TO_ADDRESS_AN_HOUR = 5;
    private static final int OF_PERSON_AN_HOUR = 60;
    private static final int OF_PERSON_A_DAY = 200;
    private static final int OF_WORKSPACE_A_DAY = 200;

    private final InvitationMailStore store = new InvitationMailStore();
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();

    InvitationMails(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Counts a mail that is about to be sent.
     *
     * @return the id of its row
     * @throws Failure RATE_LIMITED when one of the counts is full
     */
    String count(Tx tx, String inviter, String email, String workspaceId) {
        return countIfRoom(tx, inviter, email, workspaceId)
                .orElseThrow(() ->
                        Failure.rateLimited("Too many invitations were sent; wait before you send another one.", HOUR));
    }

    /** As {@link #count}; empty when one of the counts is full. */
    Optional<String> countIfRoom(Tx tx, String inviter, String email, String workspaceId) {
        return hasRoom(tx, inviter, email, workspaceId)
                ? Optional.of(add(tx, inviter, email, workspaceId))
                : Optional.empty();
    }

    /** Takes a mail out of the counts where the mail server was away; in other cases it may have arrived. */
    void takeBack(Tx tx, String id) {
        store.delete(tx, id);
    }

    private boolean hasRoom(Tx tx, String inviter, String email, String workspaceId) {
        return sent(tx, Count.TO_ADDRESS, EmailAddress.keyOf(email), HOUR) < TO_ADDRESS_AN_HOUR
                && sent(tx, Count.OF_PERSON, inviter, HOUR) < OF_PERSON_AN_HOUR
                && sent(tx, Count.OF_PERSON, inviter, DAY) < OF_PERSON_A_DAY
                && sent(tx, Count.OF_WORKSPACE, workspaceId, DAY) < OF_WORKSPACE_A_DAY;
    }

    private String add(Tx tx, String inviter, String email, String workspaceId) {
        store.deleteUntil(tx, clock.instant().minus(DAY).toEpochMilli());
        String id = random.uuid();
        store.insert(
                tx,
                new InvitationMailStore.Mailed(id, inviter, EmailAddress.keyOf(email), workspaceId, clock.millis()));
        return id;
    }

    private long sent(Tx tx, Count what, String value, Duration within) {
        return store.count(tx, what, value, clock.instant().minus(within).toEpochMilli());
    }
}
