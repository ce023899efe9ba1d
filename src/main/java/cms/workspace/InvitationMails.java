package cms.workspace;

import cms.platform.crypto.RandomTokens;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.mail.EmailAddress;
import java.time.Duration;
import java.time.InstantSource;

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

    /** The counts, each with its query. */
    private enum Count {
        TO_ADDRESS("SELECT COUNT(*) FROM invitation_mails WHERE email_key = :value AND at > :since"),
        OF_PERSON("SELECT COUNT(*) FROM invitation_mails WHERE inviter = :value AND at > :since"),
        OF_WORKSPACE("SELECT COUNT(*) FROM invitation_mails WHERE workspace_id = :value AND at > :since");

        private final String sql;

        Count(String sql) {
            this.sql = sql;
        }
    }

    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();

    InvitationMails(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * Counts a mail that is about to be sent.
     *
     * @throws Failure RATE_LIMITED when one of the counts is full
     */
    void count(Tx tx, String inviter, String email, String workspaceId) {
        if (!hasRoom(tx, inviter, email, workspaceId)) {
            throw Failure.rateLimited("Too many invitations were sent; wait before you send another one.", HOUR);
        }
        add(tx, inviter, email, workspaceId);
    }

    /** Whether none of the counts is full. */
    boolean hasRoom(Tx tx, String inviter, String email, String workspaceId) {
        return sent(tx, Count.TO_ADDRESS, EmailAddress.keyOf(email), HOUR) < TO_ADDRESS_AN_HOUR
                && sent(tx, Count.OF_PERSON, inviter, HOUR) < OF_PERSON_AN_HOUR
                && sent(tx, Count.OF_PERSON, inviter, DAY) < OF_PERSON_A_DAY
                && sent(tx, Count.OF_WORKSPACE, workspaceId, DAY) < OF_WORKSPACE_A_DAY;
    }

    void add(Tx tx, String inviter, String email, String workspaceId) {
        tx.update("DELETE FROM invitation_mails WHERE at <= :before")
                .bind("before", clock.instant().minus(DAY).toEpochMilli())
                .execute();
        tx.update("""
            INSERT INTO invitation_mails (id, inviter, email_key, workspace_id, at)
            VALUES (:id, :inviter, :key, :workspaceId, :at)
            """)
                .bind("id", random.uuid())
                .bind("inviter", inviter)
                .bind("key", EmailAddress.keyOf(email))
                .bind("workspaceId", workspaceId)
                .bind("at", clock.millis())
                .execute();
    }

    private long sent(Tx tx, Count what, String value, Duration within) {
        return tx.query(what.sql)
                .bind("value", value)
                .bind("since", clock.instant().minus(within).toEpochMilli())
                .mapTo(Long.class)
                .one();
    }
}
