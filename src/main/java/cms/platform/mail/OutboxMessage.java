package cms.platform.mail;

import java.time.Instant;

/** A mail that was kept instead of sent. */
record OutboxMessage(Mail mail, Instant sentAt) {}
