package cms.platform.http;

import cms.platform.compute.Compute;
import cms.platform.compute.Turn;
import cms.platform.failure.Failure;
import cms.platform.http.body.RequestBody;
import cms.platform.http.edge.ClientConnection;
import cms.platform.http.edge.PathTable;
import cms.platform.http.edge.Preconditions;
import cms.platform.http.edge.QueryString;
import cms.platform.http.edge.Traces;
import cms.platform.json.Json;
import cms.platform.json.ValueBudget;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** One request, read once at the edge. Handlers see this and nothing of the server below it. */
public final class Request {
    /** Largest JSON body that is parsed on the request's own thread, within the 20 milliseconds that it may compute. */
    private static final int READ_AT_ONCE_BYTES_MAX = 256 * 1024;

    private static final int PATH_PARAMETER_CHARS_MAX = 1_000;

    private final HttpServletRequest raw;
    private final String id;
    private final String address;
    private final RequestBody incoming;
    private final Compute compute;
    private final Route route;
    private final Map<String, String> pathParameters;
    private final QueryString parameters;
    private final Map<Class<?>, Object> attributes = new HashMap<>();
    private @Nullable String caller;
    private byte @Nullable [] bodyBytes;
    private @Nullable Body body;

    Request(
            HttpServletRequest raw,
            String id,
            String address,
            RequestBody incoming,
            Compute compute,
            PathTable.Found<Route> found) {
        this.route = found.value();
        this.pathParameters = found.parameters();
        this.raw = raw;
        this.parameters = QueryString.of(raw.getQueryString(), route.queries());
        this.id = id;
        this.address = address;
        this.incoming = incoming;
        this.compute = compute;
    }

    /** The request id, also in the {@code X-Request-Id} header of the answer and in every log line. */
    public String id() {
        return id;
    }

    /** The route that took this request. */
    public Route route() {
        return route;
    }

    /** The surface of the route that took this request. */
    public Surface surface() {
        return route.surface();
    }

    /** GET, POST, ... in capitals; HEAD on a route for GET. */
    public String method() {
        return raw.getMethod();
    }

    /** The raw path, still percent-encoded. */
    public String path() {
        return raw.getRequestURI();
    }

    /** The client address that rate limits count: that of the socket, or the one that a trusted proxy names. */
    public String address() {
        return address;
    }

    /** A decoded path parameter; a malformed one (control characters, absurd length) is {@code INVALID}. */
    public String pathParameter(String name) {
        String raw = pathParameters.get(name);
        if (raw == null) {
            throw new IllegalArgumentException("The path of this route has no " + name + ".");
        }
        String value = raw.indexOf('%') < 0 ? raw : URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
        if (value.length() > PATH_PARAMETER_CHARS_MAX || value.chars().anyMatch(c -> c < 0x20 || c == 0x7f)) {
            throw Failure.invalid("The path contains a malformed " + name + ".");
        }
        return value;
    }

    /** A query parameter; empty when absent or blank, {@code INVALID} when repeated, undecodable or with a NUL. */
    public Optional<String> query(String name) {
        return parameters.one(name);
    }

    /** A whole number of a query parameter from 1 to {@code max}, {@code INVALID} when anything else was sent. */
    public int number(String name, int otherwise, int max) {
        return parameters.number(name, otherwise, max);
    }

    /** As {@link #number}, for lists of assets (spec of media): a number out of bounds becomes the bound. */
    public int clamped(String name, int otherwise, int max) {
        return parameters.clamped(name, otherwise, max);
    }

    /** A query parameter that is true or false, false when absent; {@code INVALID} for another value or none. */
    public boolean flag(String name) {
        return parameters.flag(name);
    }

    /** Whether a query parameter is present, with or without a value. */
    public boolean asks(String name) {
        return parameters.names(name);
    }

    /** Refuses ({@code INVALID}) what the route does not state; routes of keys call it once the key is known. */
    public void checkQuery() {
        parameters.check();
    }

    /** Refuses also what a route with {@code others*} ignores, where its answer depends on the query. */
    public void checkWholeQuery() {
        parameters.checkAll();
    }

    public Optional<String> header(String name) {
        return Optional.ofNullable(raw.getHeader(name));
    }

    /** The last event id of a client that reconnects to an event stream; empty when it sends none. */
    public Optional<String> lastEventId() {
        return header("Last-Event-ID").filter(id -> !id.isEmpty());
    }

    /** Every value of a header that may stand more than once. */
    public List<String> headers(String name) {
        return Collections.list(raw.getHeaders(name));
    }

    /** See {@link Preconditions#ifMatch}. */
    public Optional<Set<String>> ifMatch() {
        return Preconditions.ifMatch(headers("If-Match"));
    }

    public Optional<String> cookie(String name) {
        return Stream.ofNullable(raw.getCookies())
                .flatMap(Stream::of)
                .filter(cookie -> cookie.getName().equals(name))
                .map(Cookie::getValue)
                .findFirst();
    }

    /** The token of an {@code Authorization: Bearer} header. */
    public Optional<String> bearer() {
        return header("Authorization")
                .filter(value -> value.toLowerCase(Locale.ROOT).startsWith("bearer "))
                .map(value -> value.substring("bearer ".length()).strip());
    }

    /** Whether a body was sent; one of no declared length is read to tell. */
    public boolean hasBody() {
        return incoming.isThere() && (raw.getContentLengthLong() > 0 || bodyBytes().length > 0);
    }

    /** The bytes of the body, not to be changed; read at the first call, after rights and rate were checked. */
    public byte[] bodyBytes() {
        byte[] known = bodyBytes;
        if (known == null) {
            known = incoming.whole(Math.min(route.bodyBytesMax(), Routes.CONTENT_BYTES_MAX));
            bodyBytes = known;
        }
        return known;
    }

    /** Whether {@link #bodyBytes} was called by now. */
    public boolean isBodyRead() {
        return bodyBytes != null;
    }

    /** The body parsed as JSON, a long one in a computing turn of its workspace; its values count until the end. */
    public <T> T json(BiFunction<byte[], ValueBudget, T> reader) {
        byte[] bytes = bodyBytes();
        incoming.holdText(bytes.length);
        return bytes.length <= READ_AT_ONCE_BYTES_MAX
                ? reader.apply(bytes, budget())
                : compute(incoming.countsFor().orElse(address), () -> reader.apply(bytes, budget()));
    }

    /** A budget for values parsed from this request; they count with its body until it ends. */
    public ValueBudget budget() {
        return ValueBudget.of(Json.SENT_VALUES_MAX, incoming::holdTree);
    }

    /**
     * The body as a stream of at most {@code bytesMax}; read once and not kept in memory. Reading fails with TOO_LARGE,
     * or with INVALID when the body is cut off or arrives too slowly.
     */
    public InputStream stream(long bytesMax) {
        return incoming.stream(Math.min(bytesMax, route.bodyBytesMax()));
    }

    /** The whole body, in a file where it is large, so that a slow client holds no memory. */
    public Received received() {
        return new Received(incoming.spooled(route.bodyBytesMax()));
    }

    /**
     * Counts the body and places of this request for a person or a key from now on; to be called only for valid
     * credentials. Before that it counts among requests without credentials, which have little room.
     */
    public void countForCaller(String id) {
        caller = id;
        MDC.put(Traces.USER_KEY, id.replace(" ", "-"));
        incoming.countForCaller(id);
    }

    /**
     * Counts only what this request holds for a key and its workspace from now on, and no places: where a client reads
     * with many connections at once, they would be those in which others of the workspace work.
     */
    public void countMemoryFor(String keyId, String workspaceId) {
        incoming.countMemoryFor(keyId, workspaceId);
    }

    /** The caller that {@link #countForCaller} has named. */
    Optional<String> caller() {
        return Optional.ofNullable(caller);
    }

    /**
     * Runs {@code work} on the computing threads ({@link Compute#run}), and ends it when the client has disconnected.
     * To be called after the body was read, or where there is none, because the connection is watched meanwhile.
     */
    public <T> T compute(String workspaceId, Supplier<T> work) {
        return compute.run(workspaceId, this::isDisconnected, work);
    }

    /** The computing turns of a workspace for this request, each as {@link #compute}. */
    public Turn turn(String workspaceId) {
        return new RequestTurn(this, workspaceId);
    }

    private record RequestTurn(Request request, String workspaceId) implements Turn {
        @Override
        public <T> T run(Supplier<T> piece) {
            return request.compute(workspaceId, piece);
        }
    }

    /** Whether the client has disconnected; to be asked after the body was read. */
    public boolean isDisconnected() {
        return ClientConnection.isDisconnected(raw);
    }

    /** Counts this request for a workspace as well from now on. */
    public void countForWorkspace(String workspaceId) {
        incoming.countForWorkspace(workspaceId);
    }

    /**
     * The body as a JSON object.
     *
     * @throws Failure UNSUPPORTED_MEDIA_TYPE without {@code application/json}, INVALID when it is not an object or,
     *     from a person, sets what only the service sets
     * @param taken members owned by the server that this route lets people set all the same, for instance a role
     */
    public Body body(String... taken) {
        Body.requireJson(header("Content-Type").orElse(""), this::hasBody);
        Body known = parsed();
        if (route.surface() == Surface.SESSION) {
            known.refuseOwned(taken);
        }
        return known;
    }

    /** The parsed body, which is shared by all callers and not changed. */
    private Body parsed() {
        Body known = body;
        if (known == null) {
            known = json(Body::parse);
            body = known;
        }
        return known;
    }

    /**
     * The body as a form with files.
     *
     * @param partBytesMax for each of its parts
     * @throws Failure UNSUPPORTED_MEDIA_TYPE without {@code multipart/form-data}, INVALID when it is malformed,
     *     TOO_LARGE when it is, or a part that is not cut
     */
    public Multipart multipart(long partBytesMax, Multipart.TooLong tooLong) {
        return Multipart.read(header("Content-Type").orElse(""), incoming, route.bodyBytesMax(), partBytesMax, tooLong);
    }

    /** Attaches a fact that middleware has found out, for instance who is calling. */
    public <T> void put(Class<T> type, T value) {
        attributes.put(type, value);
    }

    public <T> Optional<T> find(Class<T> type) {
        return Optional.ofNullable(type.cast(attributes.get(type)));
    }

    /** All values of a repeated query parameter; {@code INVALID} when one cannot be decoded. */
    public List<String> queries(String name) {
        return parameters.values(name);
    }

    /** The raw query string without {@code ?}, empty when there is none. */
    public String queryString() {
        return Objects.requireNonNullElse(raw.getQueryString(), "");
    }

    /** The servlet request; for the checks of this package only. */
    HttpServletRequest raw() {
        return raw;
    }

    /** The address of the socket, whatever proxies say. */
    public String socketAddress() {
        return raw.getRemoteAddr();
    }
}
