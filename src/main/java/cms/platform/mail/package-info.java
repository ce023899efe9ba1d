/**
 * Mail: one message type, sent through a mail server over SMTP, or shown on an outbox page on loopback.
 *
 * <p>Owns that mail is plain, escaped and never shown to strangers. The content of mails and their receivers are
 * deliberately not here.
 */
@NullMarked
package cms.platform.mail;

import org.jspecify.annotations.NullMarked;
