package cms.platform.net;

import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.tracing.TraceScope;
import cms.platform.tracing.Tracing;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.client.CompletableResponseListener;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpCookieStore;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.SocketAddressResolver;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pool of connections to the addresses that its resolver returns. */
final class Connections implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration BEHIND_WATCHDOG = Duration.ofSeconds(5);
    private static final int THREADS_MAX = 8;

    private final Pool pool;
    private final SSLContext trust;
    private final Resolver resolver;
    private final ReentrantLock starting = new ReentrantLock();
    private volatile @Nullable HttpClient client;

    /** Streamed requests in progress that change nothing. */
    private final Set<Request> reading = ConcurrentHashMap.newKeySet();

    private volatile boolean readsNoMore;

    Connections(Pool pool, SSLContext trust, Resolver resolver) {
        this.pool = pool;
        this.trust = trust;
        this.resolver = resolver;
    }

    WebAnswer send(WebRequest wanted) {
        try (TraceScope call = traced(wanted)) {
            try {
                WebAnswer answer = Outside.waiting(() -> sent(wanted.carrying(call.headers())));
                call.answered(answer.status(), 400);
                return answer;
            } catch (Failure failed) {
                call.failed(failed);
                throw failed;
            }
        }
    }

    /** The span of a request; requests to foreign services carry no trace. */
    private TraceScope traced(WebRequest wanted) {
        return pool.isOfSettings() ? Tracing.call(wanted.method(), wanted.url()) : TraceScope.none();
    }

    private WebAnswer sent(WebRequest asked) {
        try {
            ContentResponse answer = atMostTwice(
                    asked,
                    () -> new CompletableResponseListener(request(asked), asked.bytesMax())
                            .send()
                            .get());
            String type = answer.getHeaders().get(HttpHeader.CONTENT_TYPE);
            Map<String, String> headers = new HashMap<>();
            answer.getHeaders()
                    .forEach(field ->
                            headers.putIfAbsent(field.getLowerCaseName(), Objects.toString(field.getValue(), "")));
            return new WebAnswer(answer.getStatus(), type == null ? "" : type, answer.getContent(), headers);
        } catch (ExecutionException failed) {
            throw failure(asked, failed.getCause());
        } catch (TimeoutException silent) {
            throw failure(asked, silent);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw Failure.unavailable("The call was interrupted because the service stops.");
        }
    }

    /** The status counts as soon as the head is there; for the rest see {@link HeadClient#send}. */
    HeadAnswer head(WebRequest asked) {
        try {
            return atMostTwice(asked, () -> {
                HeadListener listener = new HeadListener(asked.bytesMax());
                Request request = request(asked);
                request.send(listener);
                return listener.await(request, asked.timeout());
            });
        } catch (ExecutionException failed) {
            throw failure(asked, failed.getCause());
        } catch (TimeoutException silent) {
            throw failure(asked, silent);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw Failure.unavailable("The call was interrupted because the service stops.");
        }
    }

    /** The body arrives while it is read; the timeout of the request is for all of it. */
    StreamAnswer open(WebRequest wanted) throws IOException {
        try (TraceScope call = traced(wanted)) {
            try {
                StreamAnswer answer = beginStream(wanted.carrying(call.headers()));
                call.answered(answer.status(), 400);
                return answer;
            } catch (IOException | Failure failed) {
                call.failed(failed);
                throw failed;
            }
        }
    }

    private StreamAnswer beginStream(WebRequest asked) throws IOException {
        try {
            return atMostTwice(asked, () -> opened(asked));
        } catch (ExecutionException failed) {
            throw unusable(asked, failed.getCause());
        } catch (TimeoutException silent) {
            throw new IOException("There was no answer from " + asked.url().getHost() + " in time.", silent);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new IOException("The call was interrupted because the service stops.", stopping);
        }
    }

    private StreamAnswer opened(WebRequest asked) throws ExecutionException, TimeoutException, InterruptedException {
        InputStreamResponseListener listener = new InputStreamResponseListener();
        Request request = request(asked);
        if (asked.isRepeatable()) {
            reading.add(request);
            request.onComplete(result -> reading.remove(request));
        }
        request.send(listener);
        if (readsNoMore && asked.isRepeatable()) {
            request.abort(stopping());
        }
        Response answer = head(asked, request, listener);
        Map<String, String> headers = new HashMap<>();
        answer.getHeaders().forEach(field -> headers.put(field.getLowerCaseName(), field.getValue()));
        ArrivingBody body =
                new ArrivingBody(listener.getInputStream(), request, started().getScheduler(), asked.stall());
        return new StreamAnswer(answer.getStatus(), headers, new StreamAnswer.Bounded(body, asked.bytesMax()));
    }

    private static Response head(WebRequest asked, Request request, InputStreamResponseListener listener)
            throws ExecutionException, TimeoutException, InterruptedException {
        Stall stall = asked.stall();
        try {
            return stall == null
                    ? listener.get(asked.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    : head(listener, stall, stall.after(stall.beforeFirstByte()));
        } catch (TimeoutException | InterruptedException over) {
            request.abort(over);
            throw over;
        }
    }

    private static Response head(InputStreamResponseListener listener, Stall stall, Instant end)
            throws ExecutionException, TimeoutException, InterruptedException {
        while (true) {
            try {
                return listener.get(stall.lookMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException silent) {
                if (stall.isOver(end)) {
                    throw silent;
                }
            }
        }
    }

    /** @throws Failure when the address was refused */
    private static IOException unusable(WebRequest asked, @Nullable Throwable cause) {
        for (Throwable reason = cause; reason != null; reason = reason.getCause()) {
            if (reason instanceof Failure refused) {
                throw refused;
            }
        }
        return new IOException("There is no usable answer from " + asked.url().getHost() + ".", cause);
    }

    /** Once more on another connection, where that can do no harm and the first was closed without a word. */
    private static <T> T atMostTwice(WebRequest asked, Attempt<T> attempt)
            throws ExecutionException, TimeoutException, InterruptedException {
        try {
            return attempt.make();
        } catch (ExecutionException failed) {
            boolean isClosed = isClosed(failed.getCause());
            if (!asked.isRepeatable() || !isClosed) {
                throw failed;
            }
            return attempt.make();
        }
    }

    private static boolean isClosed(@Nullable Throwable cause) {
        return switch (cause) {
            case ConnectException _ -> false;
            case EOFException _, ClosedChannelException _, SocketException _ -> true;
            case null, default -> false;
        };
    }

    private interface Attempt<T> {
        T make() throws ExecutionException, TimeoutException, InterruptedException;
    }

    private Request request(WebRequest asked) {
        Request request = started().newRequest(asked.url()).method(asked.method());
        request.timeout(asked.timeout().toMillis(), TimeUnit.MILLISECONDS);
        Stall stall = asked.stall();
        if (stall != null) {
            request.idleTimeout(stall.longest().plus(BEHIND_WATCHDOG).toMillis(), TimeUnit.MILLISECONDS);
        }
        if (!asked.tag().isEmpty()) {
            request.tag(asked.tag());
        }
        request.headers(headers -> asked.headers().forEach(headers::put));
        return request.body(asked.content());
    }

    /** Ends every stream of a request that changes nothing, now and from now on. */
    void endReading() {
        readsNoMore = true;
        reading.forEach(request -> request.abort(stopping()));
    }

    private static IOException stopping() {
        return new IOException("The service is stopping.");
    }

    @Override
    public void close() {
        starting.lock();
        try {
            HttpClient running = client;
            if (running != null) {
                running.stop();
                client = null;
            }
        } catch (Exception notStopped) {
            LOG.warn("outgoing connections did not close in order", notStopped); // nobody waits for them any more
        } finally {
            starting.unlock();
        }
    }

    private static Failure failure(WebRequest asked, @Nullable Throwable cause) {
        for (Throwable reason = cause; reason != null; reason = reason.getCause()) {
            if (reason instanceof Failure refused) {
                return refused;
            }
        }
        String host = String.valueOf(asked.url().getHost());
        Failure failure = cause instanceof TimeoutException
                ? Failure.unavailable("There was no whole answer from " + host + " in time.")
                : Failure.of(FailureKind.BAD_GATEWAY, "There is no usable answer from " + host + ".");
        return cause == null ? failure : failure.causedBy(cause);
    }

    private HttpClient started() {
        HttpClient running = client;
        if (running != null) {
            return running;
        }
        starting.lock();
        try {
            HttpClient first = client == null ? start() : client;
            client = first;
            return first;
        } finally {
            starting.unlock();
        }
    }

    private HttpClient start() {
        SslContextFactory.Client tls = new SslContextFactory.Client();
        tls.setSslContext(trust);
        QueuedThreadPool threads = new QueuedThreadPool(THREADS_MAX, 1);
        threads.setName("out-" + pool.name().toLowerCase(Locale.ROOT));
        threads.setDaemon(true);
        ClientConnector connector = new ClientConnector();
        connector.setSslContextFactory(tls);
        connector.setExecutor(threads);
        connector.setSelectors(1);
        connector.setConnectTimeout(CONNECT_TIMEOUT);
        connector.setIdleTimeout(pool.idleMax());
        HttpClient fresh = new HttpClient(new HttpClientTransportOverHTTP(connector));
        fresh.setFollowRedirects(false);
        fresh.setHttpCookieStore(new HttpCookieStore.Empty());
        fresh.setMaxConnectionsPerDestination(pool.perDestinationMax());
        fresh.setDestinationIdleTimeout(pool.destinationIdleMax().toMillis());
        fresh.setUserAgentField(null);
        fresh.setSocketAddressResolver(resolving());
        try {
            fresh.start();
        } catch (Exception impossible) {
            throw new IllegalStateException("outgoing connections cannot be opened", impossible);
        }
        fresh.getContentDecoderFactories().clear();
        fresh.getProtocolHandlers().clear();
        return fresh;
    }

    /** A resolver on a thread of its own, because a name server may be slow. */
    private SocketAddressResolver resolving() {
        return (host, port, context, promise) -> Thread.ofVirtual()
                .name("resolve")
                .start(() -> {
                    try {
                        promise.succeeded(resolver.resolve(host, port));
                    } catch (Exception unknownOrRefused) {
                        promise.failed(unknownOrRefused);
                    }
                });
    }
}
