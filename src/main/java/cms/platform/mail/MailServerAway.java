package cms.platform.mail;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.util.Optional;

/** The failure of a mail server that does not answer: it has nothing of the mail, which may be sent again. */
public final class MailServerAway {
    private static final String CODE = "mail.away";

    private MailServerAway() {}

    static Failure failure(Exception cause) {
        return Failure.of(FailureKind.BAD_GATEWAY, "The mail server does not answer; try again later.")
                .withCode(CODE)
                .causedBy(cause);
    }

    public static boolean is(Failure failure) {
        return failure.code().equals(Optional.of(CODE));
    }
}
