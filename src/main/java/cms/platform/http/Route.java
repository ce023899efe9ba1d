package cms.platform.http;

import cms.platform.failure.Failure;
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
 * @param audit what a success is called in the audit log; empty for what only reads
 */
public record Route(Method method, String path, Rules rules, Optional<Audit> audit, Handler handler) {
    /**
     * What the audit log calls a success of a route.
     *
     * @param action such as {@code delete_project}; stays, because rows keep it
     * @param entity the table or resource that the record belongs to
     */
    public record Audit(String action, String entity, Subject subject, String parameter) {
        /** Where the id of the record comes from. */
        public enum Subject {
            /** A parameter of the path. */
            PARAMETER,
            /** The same, and a success counts although no row changed while the request was handled. */
            PARAMETER_WITHOUT_ROWS,
            /** The caller. */
            CALLER,
            /** The row that the transaction says it made; one that made none gets no entry. */
            MADE,
            /** None: commits tell of it, so the request enters nothing. */
            COMMITS,
            /** None: the verb announces what it did ({@code access.Acted}), so the request enters nothing. */
            ACTED
        }

        /** @param parameter the name of the parameter of the path that is the id of the record */
        public static Audit of(String action, String entity, String parameter) {
            return new Audit(action, entity, Subject.PARAMETER, parameter);
        }

        /** As {@link #of}, for what is done later, on another thread. */
        public static Audit ofLater(String action, String entity, String parameter) {
            return new Audit(action, entity, Subject.PARAMETER_WITHOUT_ROWS, parameter);
        }

        public static Audit ofCaller(String action, String entity) {
            return new Audit(action, entity, Subject.CALLER, "");
        }

        /** Of the row that the transaction says it made ({@code Tx.concerns}). */
        public static Audit ofMade(String action, String entity) {
            return new Audit(action, entity, Subject.MADE, "");
        }

        /** For what is written in Git: the commits name action and record. */
        public static Audit byCommits() {
            return new Audit("", "", Subject.COMMITS, "");
        }

        /** For verbs that announce what they did to the log themselves. */
        public static Audit byActed() {
            return new Audit("", "", Subject.ACTED, "");
        }

        /** Whether the request itself enters a line into the log. */
        public boolean isOfRequest() {
            return subject != Subject.COMMITS && subject != Subject.ACTED;
        }
    }

    /**
     * What routes of one group have in common.
     *
     * @param ownBytesMax longer request bodies are refused with 413; as the surface says where empty
     * @param perAddress a limit on each client address, checked first
     * @param perCaller a limit on each person or key, counted as soon as it is known and before its body is read
     * @param crossOrigin which pages of other sites may call; none where empty
     * @param headers of every answer, refusals and OPTIONS too
     * @param refusals how a failure is shown, for protocols with an envelope of their own; as everywhere where empty
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
     * The limit on each address; what anybody may ask has one of all such routes together where it has none of its own. Empty
     * where a person or a key is counted, and for {@link #isAlwaysAnswered what is always answered}.
     */
    public Optional<RateLimit> perAddress() {
        return switch (surface()) {
            case PUBLIC, SIGN_IN ->
                isAlwaysAnswered() ? rules.perAddress() : orElse(rules.perAddress(), Limits.PUBLIC_REQUESTS);
            case SESSION, KEYED, LOOPBACK -> rules.perAddress();
        };
    }

    /**
     * The limit on each person or key; what people ask has one of all such routes together where it has none of its own.
     * Routes of keys count by the number that a key or a setting says, in their rooms.
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

    /** Whether it is answered however much there is to do: what anybody may ask about the service itself (health). */
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
