package cms.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** The log lines of one logger and those below it, from INFO on as in production, until it is closed. */
public final class HeardLines implements AutoCloseable {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger;
    private final @Nullable Level before;
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            lines.add(event.getFormattedMessage());
        }
    };

    private HeardLines(Logger logger) {
        this.logger = logger;
        this.before = logger.getLevel();
        appender.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(appender);
    }

    public static HeardLines of(String name) {
        return new HeardLines((Logger) LoggerFactory.getLogger(name));
    }

    public List<String> beginningWith(String text) {
        return lines.stream().filter(line -> line.startsWith(text)).toList();
    }

    @Override
    public void close() {
        logger.detachAppender(appender);
        logger.setLevel(before);
        appender.stop();
    }
}
