package cms.platform.db;

import cms.platform.failure.Failure;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for a database server that does not answer yet: when both start at the same time it may be the slower one.
 * Errors that waiting cannot cure (a wrong password, a missing database) are reported at once.
 */
final class FirstConnection {
    private static final Logger LOG = LoggerFactory.getLogger(FirstConnection.class);
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration BETWEEN = Duration.ofMillis(500);
    private static final Duration COME_BACK = Duration.ofSeconds(5);

    /** SQL states of errors that pass: the server stops, starts, or has too many clients. */
    private static final Set<String> PASSING = Set.of("08000", "08001", "08003", "08006", "53300");

    private FirstConnection() {}

    /** @throws Failure UNAVAILABLE with what to change; with {@code retryAfter} when it may pass */
    static void await(String url) {
        await(url, TIMEOUT);
    }

    static void await(String url, Duration timeout) {
        long begin = System.nanoTime();
        boolean said = false;
        while (true) {
            try {
                Pools.connect(url).close();
                return;
            } catch (SQLException refused) {
                if (!passes(refused)) {
                    throw Failure.unavailable(message(refused)).causedBy(refused);
                }
                if (System.nanoTime() - begin > timeout.toNanos()) {
                    throw Failure.unavailable(message(refused))
                            .withRetryAfter(COME_BACK)
                            .causedBy(refused);
                }
                if (!said) {
                    LOG.warn("the database does not answer yet; waiting for up to {} s", timeout.toSeconds());
                    said = true;
                }
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
    }

    private static boolean passes(SQLException refused) {
        String state = String.valueOf(refused.getSQLState());
        return PASSING.contains(state) || state.startsWith("57P0");
    }

    private static String message(SQLException refused) {
        String state = String.valueOf(refused.getSQLState());
        String message = String.valueOf(refused.getMessage()).strip();
        String said = message.endsWith(".") ? message : message + ".";
        if (state.startsWith("28")) {
            return "The database server of CMS_DATABASE_URL refuses its user or password: " + said;
        }
        if (state.equals("3D000")) {
            return "The database of CMS_DATABASE_URL does not exist on its server; create it: " + said;
        }
        return passes(refused)
                ? "The database server of CMS_DATABASE_URL does not answer; start it or correct the address: " + said
                : "The database server of CMS_DATABASE_URL refuses the connection: " + said;
    }
}
