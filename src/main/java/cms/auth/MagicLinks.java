package cms.auth;

import cms.auth.identity.Redirects;
import cms.auth.once.Purpose;
import cms.auth.page.PageQuery;
import cms.auth.session.SessionCookie;
import cms.auth.session.SessionOrigin;
import cms.auth.session.TokenFamilies;
import cms.auth.session.Tokens;
import cms.platform.failure.Failure;
import cms.platform.http.Answer;
import cms.platform.http.Body;
import cms.platform.http.Page;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import cms.platform.limits.Limits;
import cms.platform.mail.EmailAddress;
import cms.platform.mail.Mail;
import cms.platform.mail.MailServerAway;
import cms.platform.mail.Mailer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sign-in by a mailed link (spec 4.1, 5.4). The answer and its timing do not reveal who has an account, or whether the
 * mailbox has got all the links of this hour.
 */
final class MagicLinks {
    private static final Logger LOG = LoggerFactory.getLogger(MagicLinks.class);
    private static final Duration ANSWER_AFTER = Duration.ofMillis(150);

    private final SignIns signIns;
    private final TokenFamilies families;
    private final SessionCookie cookie;
    private final Mailer mailer;
    private final AuthSettings settings;

    MagicLinks(SignIns signIns, TokenFamilies families, SessionCookie cookie, Mailer mailer, AuthSettings settings) {
        this.signIns = signIns;
        this.families = families;
        this.cookie = cookie;
        this.mailer = mailer;
        this.settings = settings;
    }

    void addTo(Routes routes) {
        routes.on(Surface.SIGN_IN).limitedPerAddress(Limits.MAGIC_LINK.rate()).post("/api/auth/magic-link", this::ask);
        if (settings.managed()) {
            routes.on(Surface.SIGN_IN)
                    .limitedPerAddress(Limits.MAGIC_VERIFY.rate())
                    .get("/api/auth/magic/verify{?token,redirect,others*}", this::verify);
        }
    }

    private Answer ask(Request request) {
        mailer.requireOn();
        Body body = request.body();
        EmailAddress email = new EmailAddress(body.requiredText("email").strip());
        String returnTo = Redirects.local(body.text("redirectTo").orElse("/auth/callback"));
        Thread.ofVirtual().name("magic-link").start(() -> sendIfKnown(email, request.address(), returnTo));
        try {
            Thread.sleep(ANSWER_AFTER);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
        return Answer.json(Map.of("sent", true));
    }

    private void sendIfKnown(EmailAddress email, String asker, String returnTo) {
        try {
            signIns.issueMagicCode(email, asker).ifPresent(magic -> send(email, magic, returnTo));
        } catch (Failure notSent) {
            LOG.warn("a sign-in link could not be mailed", notSent);
        }
    }

    private void send(EmailAddress email, SignIns.MagicCode magic, String returnTo) {
        try {
            mailer.send(mail(email, link(magic.code(), returnTo)));
        } catch (Failure notSent) {
            if (MailServerAway.is(notSent)) { // in other cases the person may have the mail
                signIns.takeBack(magic);
            }
            throw notSent;
        }
    }

    private Answer verify(Request request) {
        String returnTo = Redirects.local(request.query("redirect").orElse("/"));
        if (LoginRoutes.isLook(request)) {
            return Answer.redirect(returnTo);
        }
        Optional<SignedIn> who =
                PageQuery.readable(request, "token").flatMap(token -> signIns.redeem(Purpose.MAGIC_LINK, token));
        if (who.isEmpty()) {
            return Answer.redirect("/auth/login?error=magic-link");
        }
        Tokens tokens = families.open(
                who.get().userId(), who.get().provider().key(), who.get().accountId(), SessionOrigin.of(request));
        return Answer.redirect(returnTo).withCookie(cookie.of(tokens)).withHeader("Referrer-Policy", "no-referrer");
    }

    /** The link of a code: to a route of its own in managed deployments, else to {@code verify}. */
    private String link(String code, String returnTo) {
        return settings.managed()
                ? settings.url("/api/auth/magic/verify?token=" + code + "&redirect="
                        + URLEncoder.encode(returnTo, StandardCharsets.UTF_8))
                : Redirects.withQuery(settings.url(returnTo), "code=" + code);
    }

    private static Mail mail(EmailAddress to, String link) {
        String text = """
            Follow this link to sign in. It works once, within an hour:
            %s

            If you did not ask for it, leave it alone.
            """.formatted(link);
        String html = """
            <p><a href="%s" target="_blank" rel="noopener">Sign in</a></p>
            <p>The link works once, within an hour. If you did not ask for it, leave it alone.</p>
            """.formatted(Page.escape(link));
        return new Mail(to.text(), "Your sign-in link", text, html);
    }
}
