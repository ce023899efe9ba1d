package cms.monitoring;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import cms.platform.db.Database;
import cms.platform.objects.BucketObjects;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Filters log lines about failures of a part that is away, and reports them to {@link MonitoredParts}, which logs the
 * outage once. A logger at DEBUG prints all of them, with traces.
 */
final class OutageLines extends TurboFilter {
    private static final String POOL = "com.zaxxer.hikari.pool";

    private final MonitoredParts parts;

    OutageLines(MonitoredParts parts) {
        this.parts = parts;
    }

    void begin() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            setContext(context);
            start();
            context.addTurboFilter(this);
        }
    }

    void end() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
            context.getTurboFilterList().remove(this);
        }
        stop();
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] parameters,
            @Nullable Throwable failed) {
        if (!level.isGreaterOrEqual(Level.WARN) || format == null) {
            return FilterReply.NEUTRAL;
        }
        Throwable cause = failed == null ? lastOf(parameters) : failed;
        String part = partOf(logger, cause);
        if (part == null || Level.DEBUG.isGreaterOrEqual(logger.getEffectiveLevel())) {
            return FilterReply.NEUTRAL;
        }
        parts.suspect(part, cause);
        return FilterReply.DENY;
    }

    /** The exception of a message with parameters, where it is the last parameter until the line is formatted. */
    private static @Nullable Throwable lastOf(Object @Nullable [] parameters) {
        if (parameters == null || parameters.length == 0) {
            return null;
        }
        return parameters[parameters.length - 1] instanceof Throwable thrown ? thrown : null;
    }

    private static @Nullable String partOf(Logger logger, @Nullable Throwable failed) {
        if (failed == null) {
            return logger.getName().startsWith(POOL) ? "database" : null;
        }
        if (Database.isOutage(failed)) {
            return "database";
        }
        return BucketObjects.isOutage(failed) ? "objects" : null;
    }
}
