package cms.platform.http;

import cms.platform.compute.Compute;
import cms.platform.compute.Outside;
import cms.platform.door.PlainPath;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.http.body.Bodies;
import cms.platform.http.body.RequestBody;
import cms.platform.http.edge.Admission;
import cms.platform.http.edge.ClientAddress;
import cms.platform.http.edge.ClientConnection;
import cms.platform.http.edge.Gzip;
import cms.platform.http.edge.Origins;
import cms.platform.http.edge.PathTable;
import cms.platform.http.edge.Traces;
import cms.platform.http.edge.UnreadBody;
import cms.platform.limits.Networks;
import cms.platform.limits.RateLimiter;
import cms.platform.live.LiveStreams;
import cms.platform.scratch.Scratch;
import cms.platform.tracing.TraceScope;
import cms.platform.tracing.Tracing;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Runs one request through the checks that come before every handler: rate per address, pages of other sites, declared
 * size, room to work ({@code Admission}), own origin, the steps of the root that let a caller in (session, invitations,
 * billing), rate per caller, its steps around what is done (query parameters, idempotency, log, live news), handler. A
 * body is read when a handler first asks for it, so that caller, rights, plan and rate are checked before (decision
 * 64).
 */
public final class Dispatch {
    private static final Logger LOG = LoggerFactory.getLogger("cms.request");

    /** Many wait for a disk or another service most of the time, so it is far more than there are processors. */
    private static final int WORKING_MAX = 256;

    /** Of these, places for all callers without credentials, and for one address of them. */
    private static final int UNKNOWN_PLACES = 64;

    private static final int ADDRESS_PLACES = 32;

    private static final String PROJECT = "projectId";
    private static final Pattern ID = Pattern.compile("[0-9a-f-]{36}");
    private static final String ORIGIN = "Origin";
    private static final String OPTIONS = "OPTIONS";

    private static final Answer BROKEN = Answer.json(500, StatusTable.body(500, "Something went wrong on our side."));

    private final RateLimiter limiter;
    private final List<Middleware> steps;
    private final Origins origins;
    private final ClientAddress clientAddress;
    private final Traces traces;
    private final AnswerWriter writer = new AnswerWriter();
    private final Admission admission = new Admission(WORKING_MAX, System::nanoTime);
    private final Bodies bodies;
    private final Compute compute;
    private final Tracing tracing;
    private final boolean local;

    /**
     * The steps of the root around every handler, in their order; between the two the rate of the caller is counted.
     *
     * @param admitting finds the caller, and refuses one that may not call
     * @param carryingOut steps that surround the work of a caller who was let in
     */
    public record Steps(List<Middleware> admitting, List<Middleware> carryingOut) {}

    public Dispatch(
            HttpSettings settings,
            RateLimiter limiter,
            Steps steps,
            MeterRegistry metrics,
            Scratch scratch,
            Compute compute) {
        this.local = settings.local();
        this.limiter = limiter;
        this.steps = Stream.of(
                        List.<Middleware>of(this::ofSurface),
                        steps.admitting(),
                        List.<Middleware>of(this::counted),
                        steps.carryingOut())
                .flatMap(List::stream)
                .toList();
        this.origins = new Origins(settings.publicUrl());
        this.clientAddress = new ClientAddress(settings.trustedProxies());
        this.traces = new Traces(metrics);
        this.bodies = new Bodies(scratch);
        this.compute = compute;
        this.tracing = settings.tracing();
    }

    /** Answers a request by the route that {@code table} has for it, or with 404, 405 or a preflight. */
    void serve(HttpServletRequest raw, HttpServletResponse response, PathTable<Route> table) {
        try {
            Optional<PathTable.Found<Route>> found = table.find(raw.getMethod(), PlainPath.of(raw.getRequestURI()));
            if (found.isPresent()) {
                run(found.get(), raw, response);
            } else {
                unrouted(raw, response, table);
            }
        } catch (RuntimeException broken) {
            LOG.error("a request failed outside its handler", broken);
            write(raw, response, BROKEN, true);
        }
    }

    private void run(PathTable.Found<Route> found, HttpServletRequest raw, HttpServletResponse response) {
        long start = System.nanoTime();
        Route route = found.value();
        String address = clientAddress.of(raw);
        Admission.Permit permit = route.isAlwaysAnswered() ? admission.noPermit() : admission.permit();
        try (RequestBody incoming = bodies.of(raw, address, permit);
                TraceScope traced = traced(route, raw)) {
            Answer answer = writer.admit(route, answer(found, raw, address, incoming, permit));
            answer = compressed(route, raw, incoming.countsFor().orElse(address), answer);
            answer = writer.keep(route, raw, incoming.answerRoom(), answer);
            if (route.rules().crossOrigin().isPresent()) {
                answer = answer.with(route.rules().crossOrigin().get().headers(raw.getHeader(ORIGIN)));
            }
            answer = answer.with(route.rules().headers());
            traced.answered(answer.status(), 500);
            traces.end(route.method().name(), route.path(), answer.status(), System.nanoTime() - start);
            write(raw, response, answer, !incoming.isBroken());
        }
    }

    private TraceScope traced(Route route, HttpServletRequest raw) {
        TraceScope work = tracing.serve(
                route.method().name(), route.path(), raw.getHeader("traceparent"), raw.getHeader("tracestate"));
        if (work.traceId() != null) {
            MDC.put(Traces.TRACE_KEY, work.traceId());
        }
        return work;
    }

    /**
     * JSON for people in gzip where it is accepted. Sign-in answers hold tokens; delivery codes its files itself.
     *
     * @param turn owner of the computing turn: a workspace, or else a caller or an address
     */
    private Answer compressed(Route route, HttpServletRequest raw, String turn, Answer answer) {
        boolean mayBeCoded = route.surface() == Surface.SESSION && !route.path().startsWith("/api/auth/");
        Optional<List<byte[]>> pieces = mayBeCoded ? answer.compressible() : Optional.empty();
        Answer varying = answer.withHeader("Vary", "Accept-Encoding");
        if (pieces.isEmpty()) { // a 304 has the headers of the answer that it stands for (RFC 9110, 15.4.5)
            return mayBeCoded && answer.status() == HttpServletResponse.SC_NOT_MODIFIED ? varying : answer;
        }
        if (!Gzip.isAccepted(raw.getHeader("Accept-Encoding"))) {
            return varying;
        }
        try {
            return varying.gzipped(
                    compute.run(turn, () -> ClientConnection.isDisconnected(raw), () -> Gzip.of(pieces.get())));
        } catch (Failure tooMuchToCompute) {
            return varying;
        }
    }

    ClientAddress clientAddress() {
        return clientAddress;
    }

    AnswerWriter.OpenStreams streams() {
        return writer.streams();
    }

    LiveStreams liveStreams() {
        return writer.liveStreams();
    }

    Admission admission() {
        return admission;
    }

    Traces traces() {
        return traces;
    }

    /** A request that no route takes. */
    private void unrouted(HttpServletRequest raw, HttpServletResponse response, PathTable<Route> table) {
        SortedMap<String, Route> mounted = table.at(PlainPath.of(raw.getRequestURI()));
        Answer answer = unrouted(raw, mounted).with(crossOrigin(mounted, raw.getHeader(ORIGIN)));
        answer = answer.with(mounted.values().stream()
                .map(route -> route.rules().headers())
                .filter(headers -> !headers.isEmpty())
                .findFirst()
                .orElse(Map.of()));
        traces.endWithoutRoute(raw.getMethod(), answer.status());
        write(raw, response, answer, true);
    }

    /** 404 for an unknown path, 405 with the methods that the path has, or the answer to a preflight. */
    private Answer unrouted(HttpServletRequest raw, SortedMap<String, Route> mounted) {
        if (mounted.isEmpty()) {
            return StatusTable.answer(Failure.notFound("There is nothing at this path."));
        }
        SortedSet<String> methods = new TreeSet<>(mounted.keySet());
        methods.add(OPTIONS);
        String allowed = String.join(", ", methods);
        Answer answer = raw.getMethod().equals(OPTIONS)
                ? options(raw, mounted)
                : refusal(
                        mounted,
                        Failure.of(
                                FailureKind.METHOD_NOT_ALLOWED,
                                "This path takes " + allowed + " and no other method."));
        return answer.withHeader("Allow", allowed);
    }

    private Answer options(HttpServletRequest raw, SortedMap<String, Route> mounted) {
        Optional<CrossOrigin> pages = crossOrigin(mounted);
        if (pages.isEmpty()) {
            return Answer.empty(204);
        }
        try {
            checkPage(pages.get(), raw);
            return pages.get().preflight(mounted.keySet());
        } catch (Failure refused) {
            return refusal(mounted, refused);
        }
    }

    /** A refusal as the routes of a path tell theirs. */
    private static Answer refusal(SortedMap<String, Route> mounted, Failure failure) {
        return mounted.values().stream()
                .findFirst()
                .map(route -> route.rules().refusal(failure))
                .orElseGet(() -> StatusTable.answer(failure));
    }

    private void checkPage(CrossOrigin pages, HttpServletRequest raw) {
        Optional<String> origin = Optional.ofNullable(raw.getHeader(ORIGIN));
        pages.check(origin, origin.filter(origins::isOwn).isPresent());
    }

    /** The headers that every answer at a path has for pages of other sites, also where no route takes the request. */
    static Map<String, String> crossOrigin(SortedMap<String, Route> mounted, @Nullable String origin) {
        return crossOrigin(mounted).map(pages -> pages.headers(origin)).orElse(Map.of());
    }

    private static Optional<CrossOrigin> crossOrigin(SortedMap<String, Route> mounted) {
        return mounted.values().stream()
                .flatMap(route -> route.rules().crossOrigin().stream())
                .findFirst();
    }

    private Answer answer(
            PathTable.Found<Route> found,
            HttpServletRequest raw,
            String address,
            RequestBody incoming,
            Admission.Permit permit) {
        Route route = found.value();
        try {
            route.perAddress().ifPresent(limit -> limiter.take(limit, address).orFail());
            route.rules().crossOrigin().ifPresent(pages -> checkPage(pages, raw));
            incoming.check(route.bodyBytesMax());
            String id = MDC.get(Traces.LOG_KEY);
            Request request = new Request(raw, id == null ? "" : id, address, incoming, compute, found);
            note(found.parameters().get(PROJECT));
            if (route.surface() == Surface.PUBLIC || route.surface() == Surface.SIGN_IN) {
                permit.countFor("address " + Networks.of(address), ADDRESS_PLACES);
                permit.countWhileWorking("unknown", UNKNOWN_PLACES);
            }
            permit.enter();
            return Outside.within(permit, () -> steps(route, 0).handle(request));
        } catch (Failure failure) {
            if (failure.getCause() != null) {
                LOG.debug("refused: {}", failure.message(), failure);
            }
            return route.rules().refusal(failure);
        } catch (Exception | StackOverflowError broken) {
            LOG.error("{} {} failed", raw.getMethod(), route.path(), broken);
            return BROKEN;
        } finally {
            permit.leave();
        }
    }

    /** Puts the project's id into every log line of this request; text that is not an id of ours is left out. */
    private static void note(@Nullable String projectId) {
        if (projectId != null && ID.matcher(projectId).matches()) {
            MDC.put(Traces.PROJECT_KEY, projectId);
        }
    }

    private Handler steps(Route route, int index) {
        return index == steps.size()
                ? route.handler()
                : request -> steps.get(index).handle(request, steps(route, index + 1));
    }

    private Answer counted(Request request, Handler next) {
        request.route()
                .perCaller()
                .ifPresent(limit -> limiter.take(limit, request.caller().orElse(request.address()))
                        .orFail());
        return next.handle(request);
    }

    private Answer ofSurface(Request request, Handler next) {
        switch (request.surface()) {
            case SIGN_IN, SESSION -> origins.check(request.raw());
            case LOOPBACK -> {
                if (!local || !Loopback.isLocal(request)) {
                    throw Failure.notFound("There is nothing at this path.");
                }
                origins.check(request.raw());
            }
            case PUBLIC, KEYED -> {}
        }
        return next.handle(request);
    }

    /** @param toTheEnd whether the rest of the request is read and discarded, so that the client sees the answer */
    private void write(HttpServletRequest raw, HttpServletResponse response, Answer answer, boolean toTheEnd) {
        try {
            String address = clientAddress.of(raw);
            writer.write(raw, response, answer);
            if (toTheEnd && UnreadBody.isIn(raw)) {
                response.flushBuffer();
                UnreadBody.discard(raw, address);
            }
        } catch (IOException gone) {
            LOG.debug("the client has gone", gone);
        } catch (RuntimeException broken) {
            // The head of the answer may be out already: all that is left is to end it and to say so here.
            LOG.error("an answer broke off", broken);
        }
    }
}
