package cms.mcp.call;

import cms.plan.Allowance;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.json.Json;
import cms.usage.Month;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Counts and logs the calls of keys and connected apps; a logged call is kept for 30 days. */
public final class CallLog {
    private static final Duration KEPT = Duration.ofDays(30);
    private static final DateTimeFormatter MONTH =
            DateTimeFormatter.ofPattern("yyyy-MM", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final CallStore store = new CallStore();
    private final Database database;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();

    /** Outcome of a call: done, refused by the tool, or not available on this server. */
    public enum Outcome {
        OK,
        TOOL_ERROR,
        CAPABILITY;

        String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public CallLog(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** The UTC month of this moment, {@code YYYY-MM}. */
    String month() {
        return MONTH.format(clock.instant());
    }

    /**
     * Counts calls of a credential unless that would exceed its cap; exact under concurrent counting.
     *
     * @param cap null for no cap
     */
    public boolean count(Tx tx, String credential, int calls, @Nullable Long cap) {
        long most = cap == null ? Long.MAX_VALUE : cap;
        if (calls > most) {
            return false;
        }
        return store.count(tx, credential, month(), calls, most);
    }

    /** The time until calls are counted anew. */
    public Duration untilNextMonth() {
        return Month.at(clock.instant()).untilNext();
    }

    /** The amount that a plan grants; empty for any amount. */
    public static Optional<Long> amount(Allowance allowance) {
        return switch (allowance) {
            case Allowance.Unlimited() -> Optional.empty();
            case Allowance.AtMost(long amount) -> Optional.of(amount);
        };
    }

    /** Number of calls of each credential in this month; absent for none. */
    public Map<String, Long> callsThisMonth(Tx tx, List<String> credentials) {
        Map<String, Long> calls = new HashMap<>();
        for (String credential : credentials) {
            store.findCount(tx, credential, month()).ifPresent(count -> calls.put(credential, count));
        }
        return calls;
    }

    public void add(
            String credential,
            String tool,
            Outcome outcome,
            Duration took,
            @Nullable String branch,
            @Nullable String client) {
        var call = new CallStore.Logged(clock.instant(), tool, outcome.wireName(), took.toMillis(), branch, client);
        database.writing(tx -> store.insert(tx, random.uuid(), credential, call));
    }

    /** The newest calls of a credential in the format of answers. */
    public ObjectNode newest(Tx tx, String credential, int limit) {
        ObjectNode json = Json.object();
        ArrayNode calls = json.putArray("calls");
        for (CallStore.Logged call :
                store.newest(tx, credential, clock.instant().minus(KEPT), limit)) {
            calls.addObject()
                    .put("at", call.at().toString())
                    .put("tool", call.tool())
                    .put("outcome", call.outcome())
                    .put("durationMs", call.durationMs())
                    .put("branch", call.branch())
                    .put("client", call.client());
        }
        return json;
    }

    /** Deletes calls that are older than 30 days; a job calls it at intervals. */
    public void forgetOld() {
        database.writing(tx -> store.deleteBefore(tx, clock.instant().minus(KEPT)));
    }
}
