package cms.platform.http;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.limits.RateLimiter;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * Runs one request through the checks that come before every handler, in the order of design 2.2: rate per
 * address, size, origin, middleware (session, invitations, billing, audit), handler.
 */
public final class Dispatch {
    private static final Logger LOG = LoggerFactory.getLogger("cms.request");

    private final RateLimiter limiter;
    private final List<Middleware> middleware;
    private final Origins origins;
    private final ClientAddress clientAddress;
    private final Traces traces;
    private final Set<Thread> streaming = ConcurrentHashMap.newKeySet();

    public Dispatch(HttpSettings settings, RateLimiter limiter, List<Middleware> middleware, Traces traces) {
        this.limiter = limiter;
        this.middleware = List.copyOf(middleware);
        this.origins = new Origins(settings.publicUrl());
        this.clientAddress = new ClientAddress(settings.trustedProxies());
        this.traces = traces;
    }

    void run(Route route, Context context) {
        String id = traces.begin(context.header("X-Request-Id"));
        MDC.put("request", id);
        long start = System.nanoTime();
        try {
            Answer answer = answer(route, context, id);
            traces.end(route, answer.status(), System.nanoTime() - start);
            write(context, answer.withHeader("X-Request-Id", id), id);
        } finally {
            MDC.remove("request");
        }
    }

    /** Wakes every open event stream so that a stop does not wait for them. */
    void stopStreams() {
        streaming.forEach(Thread::interrupt);
    }

    void mountErrors(JavalinConfig config) {
        config.routes.exception(HttpResponseException.class, (refused, context) -> {
            int status = refused.getStatus();
            String message = status == 405 ? "This path does not take that method." : "There is nothing at this path.";
            writeQuietly(context, Answer.json(status, StatusTable.body(status, message)));
        });
        config.routes.exception(Exception.class, (broken, context) -> {
            LOG.error("a request failed outside its handler", broken);
            writeQuietly(context, Answer.json(500, StatusTable.body(500, "Something went wrong on our side.")));
        });
    }

    private Answer answer(Route route, Context context, String id) {
        try {
            String address = clientAddress.of(
                    context.req().getRemoteAddr(), java.util.Optional.ofNullable(context.header("X-Forwarded-For")));
            route.perAddress().ifPresent(limit -> limiter.take(limit, address).orFail());
            byte[] body = read(context, route.bodyBytesMax());
            return steps(route, 0).handle(new Request(context, id, address, body, route.surface()));
        } catch (Failure failure) {
            if (failure.getCause() != null) {
                LOG.debug("refused: {}", failure.sentence(), failure);
            }
            return StatusTable.answer(failure);
        } catch (Exception broken) {
            LOG.error("{} {} failed", context.req().getMethod(), route.path(), broken);
            return Answer.json(500, StatusTable.body(500, "Something went wrong on our side."));
        }
    }

    private Handler steps(Route route, int index) {
        if (index == 0) {
            return request -> {
                checkSurface(route, request);
                return steps(route, 1).handle(request);
            };
        }
        if (index > middleware.size()) {
            return route.handler();
        }
        return request -> middleware.get(index - 1).handle(request, steps(route, index + 1));
    }

    private void checkSurface(Route route, Request request) {
        switch (route.surface()) {
            case SIGN_IN, SESSION -> origins.check(request);
            case LOOPBACK -> {
                if (!Loopback.isLocal(request)) {
                    throw Failure.notFound("There is nothing at this path.");
                }
                origins.check(request);
            }
            case PUBLIC, KEYED -> {}
        }
    }

    private static byte[] read(Context context, long bytesMax) {
        try (InputStream in = context.req().getInputStream()) {
            if (context.req().getContentLengthLong() > bytesMax) {
                throw tooLarge(bytesMax);
            }
            byte[] bytes = in.readNBytes((int) Math.min(bytesMax + 1, Integer.MAX_VALUE - 8));
            if (bytes.length > bytesMax) {
                throw tooLarge(bytesMax);
            }
            return bytes;
        } catch (IOException cut) {
            throw Failure.invalid("The request body ended early.").causedBy(cut);
        }
    }

    private static Failure tooLarge(long bytesMax) {
        return Failure.of(FailureKind.TOO_LARGE, "The request body is larger than " + bytesMax + " bytes.");
    }

    private void write(Context context, Answer answer, String id) {
        streaming.add(Thread.currentThread());
        try {
            AnswerWriter.write(context, answer);
        } catch (IOException gone) {
            LOG.debug("request {}: the client has gone", id, gone);
        } finally {
            streaming.remove(Thread.currentThread());
        }
    }

    private static void writeQuietly(Context context, Answer answer) {
        try {
            AnswerWriter.write(context, answer);
        } catch (IOException gone) {
            LOG.debug("the client has gone", gone);
        }
    }
}
