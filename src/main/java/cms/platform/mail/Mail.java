package cms.platform.mail;

/**
 * One message to one person.
 *
 * @param html the same message as HTML whose variable parts are already escaped
 */
public record Mail(String to, String subject, String text, String html) {}
