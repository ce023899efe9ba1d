package cms.platform.json;

import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * The reasons why a text is not accepted as JSON. The parser tells most of them only in its messages, which only this
 * class interprets.
 */
public enum JsonError {
    /** One object has a member twice. */
    REPEATED_MEMBER,
    /** Objects and lists are nested deeper than the reader allows. */
    TOO_DEEP,
    NUMBER_TOO_LONG,
    /** A name, or a text where those are limited. */
    TEXT_TOO_LONG,
    /** More values than the reader allows. */
    TOO_MANY_VALUES,
    NOT_UTF8,
    MALFORMED;

    public static JsonError of(JacksonException refused) {
        String message = String.valueOf(refused.getOriginalMessage());
        if (refused instanceof TooManyValues) {
            return TOO_MANY_VALUES;
        }
        if (refused instanceof StreamConstraintsException) {
            return message.startsWith("Document nesting depth")
                    ? TOO_DEEP
                    : message.startsWith("Number") ? NUMBER_TOO_LONG : TEXT_TOO_LONG;
        }
        if (message.startsWith("Invalid UTF-8")) {
            return NOT_UTF8;
        }
        return message.startsWith("Duplicate") ? REPEATED_MEMBER : MALFORMED;
    }
}
