package cms.platform.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.config.Secret;
import cms.platform.failure.Failure;
import cms.testing.ManualClock;
import cms.testing.PostOffice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Mails to several people, and those that are due, over a mail server that refuses one or goes away. */
class MailerTest {
    private static final List<String> ADMINS = List.of("ada@example.com", "bo@example.com", "cy@example.com");

    private final PostOffice office = new PostOffice("<bo@example.com>");

    @AfterEach
    void stop() {
        office.close();
    }

    @Test
    void anAddressThatIsRefusedKeepsNoMailFromTheOthers() throws Exception {
        mailer().sendEach(ADMINS, "a test", MailerTest::mail);
        assertThat(office.taken).containsExactly("<ada@example.com>", "<cy@example.com>");
    }

    /** Shown to fail where a mail server that went away counts as one that refuses the addresses. */
    @Test
    void aServerThatGoesAwayMeanwhileHasRefusedNobody() throws Exception {
        office.leavesAtNextMail = true;
        assertThatThrownBy(() -> mailer().sendEach(ADMINS, "a test", MailerTest::mail))
                .isInstanceOf(Failure.class)
                .hasMessage("The mail server does not answer; try again later.");
        assertThat(office.taken).isEmpty();
    }

    /**
     * Shown to fail where a server that answers again right after it was away counts as one that refuses the address.
     */
    @Test
    void aServerThatIsBackAtOnceHasRefusedNobodyEither() throws Exception {
        office.turnsAwayNext.set(1);
        assertThatThrownBy(() -> mailer().sendEach(ADMINS, "a test", MailerTest::mail))
                .isInstanceOf(Failure.class)
                .hasMessage("The mail server does not answer; try again later.");
        assertThat(office.taken).isEmpty();
        mailer().sendEach(ADMINS, "a test", MailerTest::mail);
        assertThat(office.taken).containsExactly("<ada@example.com>", "<cy@example.com>");
    }

    @Test
    void whatIsDueWaitsFromWhereTheServerWentAway() throws Exception {
        List<String> begun = new ArrayList<>();
        mailer().sendDue(ADMINS, "a test", to -> {
            begun.add(to);
            office.away = to.equals("bo@example.com");
        });
        assertThat(begun).containsExactly("ada@example.com", "bo@example.com");
    }

    @Test
    void aDueMailThatFailsKeepsNoneOfTheOthersBack() throws Exception {
        List<String> begun = new ArrayList<>();
        mailer().sendDue(ADMINS, "a test", to -> {
            begun.add(to);
            throw new IllegalStateException("this one fails");
        });
        assertThat(begun).isEqualTo(ADMINS);
    }

    private Mailer mailer() throws Exception {
        return new SmtpMailer(
                new Secret(office.url()),
                new EmailAddress("cms@example.com"),
                SSLContext.getDefault(),
                new ManualClock(Instant.EPOCH));
    }

    private static Mail mail(String to) {
        return new Mail(to, "A test", "A test.\n", "<p>A test.</p>\n");
    }
}
