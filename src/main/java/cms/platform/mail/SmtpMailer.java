package cms.platform.mail;

import cms.platform.config.Secret;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends mail through a mail server; returns when the server has accepted it. */
public final class SmtpMailer implements Mailer {
    private static final Logger LOG = LoggerFactory.getLogger(SmtpMailer.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private final MailServer server;
    private final InstantSource clock;
    private final Session session;

    /**
     * @param url {@code smtp} or {@code smtps}, with {@code ?from=} for the sender
     * @param usualFrom the sender when the URL names none
     * @param trust the certificates that TLS trusts
     */
    public SmtpMailer(Secret url, EmailAddress usualFrom, SSLContext trust, InstantSource clock) {
        this.server = MailServer.parse(url, usualFrom);
        this.clock = clock;
        this.session = session(server, trust);
    }

    /** Whether mail can be sent by this URL: what it names as the sender is an address. */
    public static boolean takes(Secret url) {
        try {
            MailServer.parse(url, new EmailAddress("cms@localhost"));
            return true;
        } catch (Failure noAddress) {
            return false;
        }
    }

    @Override
    public void send(Mail mail) {
        Transport transport = connected();
        try (transport) {
            MimeMessage message = message(mail);
            transport.sendMessage(message, message.getAllRecipients());
        } catch (MessagingException notTaken) {
            throw Failure.of(FailureKind.BAD_GATEWAY, "The mail server did not take the mail; try again later.")
                    .causedBy(notTaken);
        }
    }

    @Override
    public void probe() {
        try {
            connected().close();
        } catch (MessagingException notClosed) {
            LOG.debug("the mail server answered, and went away without a word", notClosed);
        }
    }

    private Transport connected() {
        try {
            Transport transport = session.getTransport();
            transport.connect();
            return transport;
        } catch (MessagingException away) {
            throw MailServerAway.failure(away);
        }
    }

    /** The message in two parts: mail programs without HTML show the text, others the last part. */
    private MimeMessage message(Mail mail) throws MessagingException {
        MimeMessage message = new MimeMessage(session);
        message.setFrom(new InternetAddress(server.from().text()));
        message.setRecipient(Message.RecipientType.TO, new InternetAddress(new EmailAddress(mail.to()).text(), false));
        message.setSubject(mail.subject().replaceAll("[\\r\\n]+", " "), StandardCharsets.UTF_8.name());
        message.setSentDate(Date.from(clock.instant()));
        MimeBodyPart text = new MimeBodyPart();
        text.setText(mail.text(), StandardCharsets.UTF_8.name());
        MimeBodyPart html = new MimeBodyPart();
        html.setText(mail.html(), StandardCharsets.UTF_8.name(), "html");
        message.setContent(new MimeMultipart("alternative", text, html));
        message.saveChanges();
        return message;
    }

    private static Session session(MailServer server, SSLContext trust) {
        String protocol = "mail.smtp.";
        Properties properties = new Properties();
        properties.put("mail.transport.protocol", "smtp");
        properties.put(protocol + "host", server.host());
        properties.put(protocol + "port", Integer.toString(server.port()));
        properties.put(protocol + "connectiontimeout", Long.toString(CONNECT_TIMEOUT.toMillis()));
        properties.put(protocol + "timeout", Long.toString(TIMEOUT.toMillis()));
        properties.put(protocol + "writetimeout", Long.toString(TIMEOUT.toMillis()));
        properties.put(protocol + "ssl.enable", Boolean.toString(server.tls()));
        properties.put(protocol + "ssl.checkserveridentity", "true");
        properties.put(protocol + "ssl.socketFactory", trust.getSocketFactory());
        properties.put(protocol + "starttls.enable", "true");
        properties.put(protocol + "starttls.required", Boolean.toString(!server.tls() && server.demandsTls()));
        properties.put(protocol + "allowutf8", "true");
        String user = server.user();
        Secret password = server.password();
        if (user == null || password == null) {
            return Session.getInstance(properties);
        }
        properties.put(protocol + "auth", "true");
        return Session.getInstance(properties, new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication(user, password.reveal());
            }
        });
    }
}
