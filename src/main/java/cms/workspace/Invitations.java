package cms.workspace;

import cms.platform.http.Page;
import cms.platform.limits.Limits;
import cms.platform.limits.RateLimiter;
import cms.platform.mail.Mail;
import cms.platform.mail.Mailer;
import java.net.URI;

/** Sends the mail that invites a person into a workspace; it makes no account and contains no secret. */
final class Invitations {
    /** Fixed, so that no caller chooses the text in other people's mailboxes. */
    private static final String SUBJECT = "You are invited to a workspace";

    private final Mailer mailer;
    private final RateLimiter limiter;
    private final URI publicUrl;

    Invitations(Mailer mailer, RateLimiter limiter, URI publicUrl) {
        this.mailer = mailer;
        this.limiter = limiter;
        this.publicUrl = publicUrl;
    }

    void send(String to, String inviter, String workspace) {
        String link = publicUrl + "/auth/login";
        String text = """
            %s invites you to the workspace %s.

            Sign in with the address %s and you are in:
            %s
            """.formatted(inviter, workspace, to, link);
        String html = """
            <p>%s invites you to the workspace <strong>%s</strong>.</p>
            <p>Sign in with the address %s and you are in:
            <a href="%s" target="_blank" rel="noopener">%4$s</a></p>
            """.formatted(Page.escape(inviter), Page.escape(workspace), Page.escape(to), Page.escape(link));
        mailer.send(new Mail(to, SUBJECT, text, html));
    }

    /** Fails with {@code RATE_LIMITED} after three times in an hour for one member. */
    void countResend(String memberId) {
        limiter.take(Limits.INVITATION_RESEND.rate(), memberId).orFail();
    }
}
