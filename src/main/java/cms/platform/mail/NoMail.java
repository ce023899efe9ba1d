package cms.platform.mail;

import cms.platform.failure.Failure;

/** The mailer of a service that others can reach and that has no mail server: it refuses all mail. */
public final class NoMail implements Mailer {
    @Override
    public boolean isOff() {
        return true;
    }

    /** Always fails with ABSENT and the code {@code mail.off}. */
    @Override
    public void send(Mail mail) {
        throw refusal();
    }

    static Failure refusal() {
        return Failure.absent("This service sends no mail, because it has no mail server; sign in through a"
                        + " provider, or ask its operator to set CMS_SMTP_URL.")
                .withCode("mail.off");
    }
}
