package cms.auth.token;

import cms.platform.failure.Failure;
import cms.platform.http.Page;
import cms.platform.mail.Mail;
import cms.platform.mail.Mailer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a person of a new token by mail, so that a stolen session is noticed. */
final class TokenMail {
    private static final Logger LOG = LoggerFactory.getLogger(TokenMail.class);

    private final Mailer mailer;

    TokenMail(Mailer mailer) {
        this.mailer = mailer;
    }

    /** Sends the mail on another thread; a failure to send it revokes nothing. */
    void sendSoon(PersonalToken token) {
        if (mailer.isOff()) {
            return;
        }
        Mail mail = mail(token);
        Thread.ofVirtual().name("token-mail").start(() -> {
            try {
                mailer.send(mail);
            } catch (Failure notSent) {
                LOG.warn("a notice of a new token could not be mailed", notSent);
            }
        });
    }

    private static Mail mail(PersonalToken token) {
        String line = "A personal access token named \"" + token.name() + "\" (" + token.shown()
                + "…) was made for your account. It is good until " + token.expiresAt() + " for: "
                + String.join(
                        ", ",
                        token.scopes().stream().map(TokenScope::key).sorted().toList()) + ".";
        String advice = "If you did not make it, revoke it (DELETE /api/auth/tokens/" + token.id()
                + ") and sign out everywhere.";
        return new Mail(
                token.owner().email(),
                "A token was made for your account",
                line + "\n\n" + advice + "\n",
                "<p>" + Page.escape(line) + "</p>\n<p>" + Page.escape(advice) + "</p>\n");
    }
}
