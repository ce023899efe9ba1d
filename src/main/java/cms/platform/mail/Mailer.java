package cms.platform.mail;

import cms.platform.failure.Failure;
import cms.platform.http.Routes;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.LoggerFactory;

/** Sends mail; without a server it is stored in the {@link Outbox}, or refused ({@link NoMail}). */
public interface Mailer {
    /**
     * Sends a message; fails with BAD_GATEWAY when the mail server refuses it or does not answer ({@code mail.away}).
     */
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

    /** Checks whether mail could be sent now; fails with {@code mail.away} when the mail server does not answer. */
    default void probe() {}

    /**
     * Sends a mail to each address. One that could not be sent is logged and not tried again, because a repeat would
     * reach the others too.
     *
     * @param about for the log, such as {@code usage}
     * @param mail the mail to an address
     * @throws Failure BAD_GATEWAY when the mail server does not answer and nobody has the mail yet: a repeat begins
     *     with the first address, who would get it again each time
     */
    default void sendEach(List<String> addresses, String about, Function<String, Mail> mail) {
        boolean anySent = false;
        for (String to : addresses) {
            try {
                send(mail.apply(to));
                anySent = true;
            } catch (Failure notSent) {
                if (!anySent && MailServerAway.is(notSent)) {
                    throw notSent;
                }
                if (!anySent) {
                    probe();
                }
                LoggerFactory.getLogger(Mailer.class)
                        .warn("a mail about {} could not be sent: {}", about, notSent.message());
            }
        }
    }

    /**
     * Sends what is due, one after the other; one that fails keeps none of the others back. While the mail server does
     * not answer, the rest waits for the next run.
     *
     * @param about for the log, such as {@code usage}
     */
    default <T> void sendDue(List<T> due, String about, Consumer<T> send) {
        for (T one : due) {
            try {
                probe();
            } catch (Failure away) {
                LoggerFactory.getLogger(Mailer.class).warn("mails about {} wait: {}", about, away.message());
                return;
            }
            try {
                send.accept(one);
            } catch (RuntimeException failed) {
                LoggerFactory.getLogger(Mailer.class).warn("a mail about {} could not be sent", about, failed);
            }
        }
    }

    /** Mounts the routes of the outbox; a mailer with a server has none. */
    default void routes(Routes routes) {}
}
