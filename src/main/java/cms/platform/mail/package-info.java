/**
 * One message type and one sender: a mail server over SMTP, or without one an outbox page on loopback.
 *
 * <p>Owns that mail from here is plain, escaped and never shown to strangers. What is written, and to whom, is
 * deliberately not here.
 */
@NullMarked
package cms.platform.mail;

import org.jspecify.annotations.NullMarked;
