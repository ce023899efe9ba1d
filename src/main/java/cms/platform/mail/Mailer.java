package cms.platform.mail;

import cms.platform.http.Routes;

/** Sends mail; without a server it lands in the {@link Outbox}. */
public interface Mailer {
    /** Hands the message over; throws {@code Failure} BAD_GATEWAY when the mail server refuses it. */
    void send(Mail mail);

    /** Mounts what there is to see of it; a real mail server has nothing to show. */
    default void routes(Routes routes) {}
}
