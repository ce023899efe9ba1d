package cms.git.remote;

import cms.platform.net.RetryAfter;
import cms.platform.net.StreamAnswer;
import cms.platform.net.StreamClient;
import cms.platform.net.WebRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jgit.errors.TooLargeObjectInPackException;

/**
 * Sends the requests of Git's smart HTTP protocol and turns statuses into {@link RemoteException}s. No redirect is
 * followed.
 */
final class GitRequests {
    private static final int LOOK_BYTES_MAX = 64 << 20;

    private static final String UPLOAD = "git-upload-pack";
    private static final String RECEIVE = "git-receive-pack";
    private static final int OK = 200;

    private final StreamClient http;
    private final InstantSource clock;
    private final Supplier<Duration> timeout;
    private final Duration fetchTimeout;

    GitRequests(StreamClient http, InstantSource clock, Supplier<Duration> timeout, Duration fetchTimeout) {
        this.fetchTimeout = fetchTimeout;
        this.http = http;
        this.clock = clock;
        this.timeout = timeout;
    }

    /** Limits of an answer that is a list of refs or the outcome of a push. */
    AnswerLimits look() {
        return new AnswerLimits(timeout.get(), LOOK_BYTES_MAX);
    }

    /**
     * Limits of an answer that is a whole repository: larger ones are refused, and so is a host that sends too slowly.
     */
    AnswerLimits fetch(int packBytesMax) {
        return new AnswerLimits(fetchTimeout, packBytesMax);
    }

    /** Limits of one answer: the time until it is complete, and its bytes. */
    record AnswerLimits(Duration timeout, int bytesMax) {}

    @FunctionalInterface
    interface Reading<T> {
        T of(StreamAnswer answer) throws IOException;
    }

    <T> T read(RemoteAddress address, byte[] body, AnswerLimits limits, Reading<T> reading) throws RemoteException {
        WebRequest request = post(address, UPLOAD, body, limits)
                .with("Git-Protocol", "version=2")
                .repeatable();
        return send(request, reading);
    }

    <T> T push(RemoteAddress address, byte[] body, Reading<T> reading) throws RemoteException {
        return send(post(address, RECEIVE, body, look()), reading);
    }

    /** Reads the capabilities of the host, for pushes or for fetches in version 2. */
    <T> T abilities(RemoteAddress address, boolean pushing, Reading<T> reading) throws RemoteException {
        String path = "/info/refs?service=" + (pushing ? RECEIVE : UPLOAD);
        WebRequest request = WebRequest.get(URI.create(address.url() + path))
                .taking(LOOK_BYTES_MAX)
                .within(timeout.get());
        WebRequest known = address.isAnonymous() ? request : request.with("Authorization", basic(address));
        return send(pushing ? known : known.with("Git-Protocol", "version=2"), reading);
    }

    private static WebRequest post(RemoteAddress address, String service, byte[] body, AnswerLimits limits) {
        Map<String, String> headers = Map.of(
                "Content-Type",
                "application/x-" + service + "-request",
                "Accept",
                "application/x-" + service + "-result",
                "User-Agent",
                "git/cms");
        URI url = URI.create(address.url() + "/" + service);
        WebRequest request = new WebRequest("POST", url, headers, body, limits.timeout(), limits.bytesMax());
        return address.isAnonymous() ? request : request.with("Authorization", basic(address));
    }

    private static String basic(RemoteAddress address) {
        String pair = address.user() + ":" + address.token().reveal();
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private <T> T send(WebRequest request, Reading<T> reading) throws RemoteException {
        try (StreamAnswer answer = http.open(request)) {
            if (answer.status() != OK) {
                throw refusal(answer);
            }
            T result = reading.of(answer);
            answer.body()
                    .transferTo(
                            OutputStream
                                    .nullOutputStream()); // A body that was read to its end lets the connection live
            // on.
            return result;
        } catch (RemoteException known) {
            throw known;
        } catch (StreamAnswer.TooLong | TooLargeObjectInPackException tooLarge) {
            String words = "The Git host sends more than is taken: " + tooLarge.getMessage();
            throw new RemoteException(RemoteException.Kind.TOO_LARGE, words, null, tooLarge);
        } catch (IOException broken) {
            throw RemoteException.down("The Git host gave no whole answer: " + broken.getMessage(), broken);
        }
    }

    private RemoteException refusal(StreamAnswer answer) {
        Duration wait = RetryAfter.of(answer::header, clock.instant()).orElse(null);
        String words = "The Git host answered " + answer.status() + ".";
        return switch (answer.status()) {
            case 401 -> new RemoteException(RemoteException.Kind.UNAUTHORIZED, words, null, null);
            case 403 ->
                new RemoteException(
                        wait == null ? RemoteException.Kind.FORBIDDEN : RemoteException.Kind.BUSY, words, wait, null);
            case 301, 302, 303, 307, 308 -> new RemoteException(RemoteException.Kind.MOVED, words, null, null);
            case 404, 410 -> new RemoteException(RemoteException.Kind.GONE, words, null, null);
            case 429 -> new RemoteException(RemoteException.Kind.BUSY, words, wait, null);
            default -> new RemoteException(RemoteException.Kind.DOWN, words, wait, null);
        };
    }
}
