package cms.platform.mail;

/** Sends mail; without a server it lands in the {@link Outbox}. */
public interface Mailer {
    /** Hands the message over; throws {@code Failure} BAD_GATEWAY when the mail server refuses it. */
    void send(Mail mail);
}
