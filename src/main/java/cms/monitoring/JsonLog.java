package cms.monitoring;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import org.slf4j.LoggerFactory;

/**
 * {@code CMS_LOG_FORMAT=json}: a line of the log is an object with {@code timestamp} (epoch milliseconds),
 * {@code level}, {@code loggerName}, {@code message}, {@code mdc} ({@code request}, {@code project}, {@code user}) and
 * {@code throwable}.
 */
public final class JsonLog {
    private JsonLog() {}

    /** Switches the log of this process to JSON. */
    public static void begin() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders().forEachRemaining(appender -> {
                if (appender instanceof ConsoleAppender<ILoggingEvent> console) {
                    JsonEncoder encoder = new JsonEncoder();
                    encoder.setContext(context);
                    encoder.setWithContext(false);
                    encoder.setWithSequenceNumber(false);
                    encoder.setWithNanoseconds(false);
                    encoder.setWithArguments(false);
                    encoder.setWithFormattedMessage(true);
                    encoder.setWithMessage(false);
                    encoder.start();
                    console.setEncoder(encoder);
                }
            });
        }
    }
}
