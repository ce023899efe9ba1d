package cms.platform.http;

import cms.platform.failure.Failure;
import cms.platform.http.edge.KnownQueries;
import cms.platform.limits.Limits;
import cms.platform.limits.RateLimit;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * One mounted route.
 *
 * @param path literal segments and {@code {name}} parameters; a last {@code <name>} takes the rest with slashes
 * @param queries the query parameters that it knows
 * @param audit name of a success in the audit log; empty for routes that only read
 */
public record Route(
        Method method, String path, KnownQueries queries, Rules rules, Optional<Audit> audit, Handler handler) {
    /**
     * Name of a route's success in the audit log.
     *
     * @param action such as {@code delete_project}; never renamed, because rows keep it
     * @param entity the table or resource that the record belongs to
     */
    public record Audit(String action, String entity, Subject subject, String parameter) {
        /** Source of the record's id. */
        public enum Subject {
            /** A parameter of the path. */
            PARAMETER,
            /** A parameter of the path; the success is logged although no row changed while the request was handled. */
            PARAMETER_WITHOUT_ROWS,
            /** The caller. */
            CALLER,
            /** The row that the transaction reports as made ({@code Tx.concerns}); without one nothing is logged. */
            MADE,
            /** None: the commits are logged, so the request enters nothing. */
            COMMITS,
            /** None: the called method announces what it did ({@code access.Acted}), so the request enters nothing. */
            ACTED
        }

        /** @param parameter the name of the parameter of the path that is the id of the record */
        public static Audit of(String action, String entity, String parameter) {
            return new Audit(action, entity, Subject.PARAMETER, parameter);
        }

        /** As {@link #of}, for work that is done later on another thread. */
        public static Audit ofLater(String action, String entity, String parameter) {
            return new Audit(action, entity, Subject.PARAMETER_WITHOUT_ROWS, parameter);
        }

        public static Audit ofCaller(String action, String entity) {
            return new Audit(action, entity, Subject.CALLER, "");
        }

        /** For the row that the transaction reports as made ({@code Tx.concerns}). */
        public static Audit ofMade(String action, String entity) {
            return new Audit(action, entity, Subject.MADE, "");
        }

        /** For writes to Git, whose commits name action and record. */
        public static Audit byCommits() {
            return new Audit("", "", Subject.COMMITS, "");
        }

        /** For routes whose method announces to the log itself what it did. */
        public static Audit byActed() {
            return new Audit("", "", Subject.ACTED, "");
        }

        /** Whether the request itself enters a line into the log. */
        public boolean isOfRequest() {
            return subject != Subject.COMMITS && subject != Subject.ACTED;
        }
    }

    /**
     * The rules that the routes of one group share.
     *
     * @param ownBytesMax longer request bodies are refused with 413; the limit of the surface where empty
     * @param perAddress a limit on each client address, checked first
     * @param perCaller a limit on each person or key, counted as soon as it is known and before its body is read
     * @param crossOrigin pages of other sites that may call; none where empty
     * @param headers added to every answer, refusals and OPTIONS too
     * @param refusals makes the answer of a failure, for protocols with an envelope of their own; the standard error
     *     where empty
     */
    record Rules(
            Surface surface,
            OptionalLong ownBytesMax,
            Optional<RateLimit> perAddress,
            Optional<RateLimit> perCaller,
            Optional<CrossOrigin> crossOrigin,
            Optional<Function<Failure, Answer>> refusals,
            Map<String, String> headers) {
        static Rules of(Surface surface) {
            return new Rules(
                    surface,
                    OptionalLong.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of());
        }

        Rules withHeaders(Map<String, String> headers) {
            return new Rules(surface, ownBytesMax, perAddress, perCaller, crossOrigin, refusals, Map.copyOf(headers));
        }

        Rules perAddress(RateLimit limit) {
            return new Rules(surface, ownBytesMax, Optional.of(limit), perCaller, crossOrigin, refusals, headers);
        }

        Rules perCaller(RateLimit limit) {
            return new Rules(surface, ownBytesMax, perAddress, Optional.of(limit), crossOrigin, refusals, headers);
        }

        Rules taking(long bytesMax) {
            return new Rules(surface, OptionalLong.of(bytesMax), perAddress, perCaller, crossOrigin, refusals, headers);
        }

        Rules openTo(CrossOrigin pages) {
            return new Rules(surface, ownBytesMax, perAddress, perCaller, Optional.of(pages), refusals, headers);
        }

        Rules refusing(Function<Failure, Answer> envelope) {
            return new Rules(surface, ownBytesMax, perAddress, perCaller, crossOrigin, Optional.of(envelope), headers);
        }

        Answer refusal(Failure failure) {
            return refusals.orElse(StatusTable::answer).apply(failure);
        }
    }

    long bodyBytesMax() {
        return rules.ownBytesMax().orElseGet(() -> surface().bodyBytesMax(path));
    }

    public Surface surface() {
        return rules.surface();
    }

    /**
     * The rate limit on each address. A public route without one of its own shares one with all such routes. Empty
     * where a person or a key is counted, and for {@link #isAlwaysAnswered routes that are always answered}.
     */
    public Optional<RateLimit> perAddress() {
        return switch (surface()) {
            case PUBLIC, SIGN_IN ->
                isAlwaysAnswered() ? rules.perAddress() : orElse(rules.perAddress(), Limits.PUBLIC_REQUESTS);
            case SESSION, KEYED, LOOPBACK -> rules.perAddress();
        };
    }

    /**
     * The rate limit on each person or key. A session route without one of its own shares one with all such routes.
     * Routes of keys are counted in their rooms, by the number of a key or a setting.
     */
    public Optional<RateLimit> perCaller() {
        return switch (surface()) {
            case SESSION -> orElse(rules.perCaller(), Limits.REQUESTS);
            case PUBLIC, SIGN_IN, KEYED, LOOPBACK -> rules.perCaller();
        };
    }

    private static Optional<RateLimit> orElse(Optional<RateLimit> own, Limits common) {
        return own.or(() -> Optional.of(common.rate()));
    }

    /** Whether the route is answered under any load: public GET routes about the service itself, such as health. */
    public boolean isAlwaysAnswered() {
        return surface() == Surface.PUBLIC && method == Method.GET && !path.contains("{") && !path.contains("<");
    }

    /** The HTTP methods that routes use; HEAD and OPTIONS follow from GET. */
    public enum Method {
        GET,
        POST,
        PUT,
        PATCH,
        DELETE
    }
}
