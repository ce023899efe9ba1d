package cms.platform.mail;

import cms.platform.http.Routes;

/** Sends mail; without a server it lands in the {@link Outbox}. */
public interface Mailer {
    /** Hands the message over; throws {@code Failure} BAD_GATEWAY when the mail server refuses it. */
    void send(Mail mail);

    /** Whether there is nowhere to send mail to, so that nothing should be promised. */
    default boolean isOff() {
        return false;
    }

    /** Fails with UNAVAILABLE and the code {@code mail.off} where there is nowhere to send mail to. */
    default void requireOn() {
        if (isOff()) {
            throw NoMail.refusal();
        }
    }

    /** Whether it could send now; throws {@code Failure} BAD_GATEWAY when the mail server does not answer. */
    default void probe() {}

    /** Mounts what there is to see of it; a real mail server has nothing to show. */
    default void routes(Routes routes) {}
}
