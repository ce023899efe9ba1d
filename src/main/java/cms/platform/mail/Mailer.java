package cms.platform.mail;

import cms.platform.http.Routes;

/** Sends mail; without a server it is stored in the {@link Outbox}. */
public interface Mailer {
    /** Sends a message; fails with BAD_GATEWAY when the mail server refuses it. */
    void send(Mail mail);

    /** Whether mail cannot be sent at all, so that none may be promised. */
    default boolean isOff() {
        return false;
    }

    /** Fails with ABSENT and the code {@code mail.off} when mail cannot be sent at all. */
    default void requireOn() {
        if (isOff()) {
            throw NoMail.refusal();
        }
    }

    /** Checks whether mail could be sent now; fails with BAD_GATEWAY when the mail server does not answer. */
    default void probe() {}

    /** Mounts the routes of the outbox; a mailer with a server has none. */
    default void routes(Routes routes) {}
}
