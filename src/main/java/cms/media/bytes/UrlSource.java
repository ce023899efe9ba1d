package cms.media.bytes;

import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.net.StreamAnswer;
import cms.platform.net.StreamClient;
import cms.platform.net.WebRequest;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.DoublePredicate;

/** Downloads the file at a URL once; each redirect passes the guard for outside addresses again. */
public final class UrlSource {
    private static final int REDIRECTS_MAX = 5;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String SLOW = "The server of `url` cannot be reached, breaks off or is too slow.";
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_FAILURE = 400;

    /** The highest reported share while the last bytes are not yet stored. */
    private static final double ALMOST = 0.95;

    private final StreamClient outside;

    public UrlSource(StreamClient outside) {
        this.outside = outside;
    }

    /**
     * A downloaded file.
     *
     * @param name the last segment of the path of the final URL
     */
    public record Fetched(WorkFolder.WrittenFile written, String name) {}

    /**
     * Downloads a file; all redirects and the body share 30 seconds.
     *
     * @param goesOn called with each received piece, with the received share (at most 0.95; about 0 where the length is
     *     unknown); false cancels the download
     * @throws Failure INVALID (code {@code media.url}) for an address that may not be reached, BAD_GATEWAY for a server
     *     that fails, TOO_LARGE beyond {@code bytesMax}, CONFLICT (code {@code media.cancelled}) when it was cancelled
     */
    public Fetched fetch(String url, WorkFolder work, long bytesMax, DoublePredicate goesOn) {
        return Outside.waiting(() -> fetched(url, work, bytesMax, goesOn));
    }

    private Fetched fetched(String url, WorkFolder work, long bytesMax, DoublePredicate goesOn) {
        URI at = parse(url);
        long began = System.nanoTime();
        for (int hop = 0; hop <= REDIRECTS_MAX; hop++) {
            Duration left = TIMEOUT.minusNanos(System.nanoTime() - began);
            if (!left.isPositive()) {
                throw failed(SLOW);
            }
            try (StreamAnswer answer = open(at, left, bytesMax)) {
                if (answer.status() == 200) {
                    if (length(answer) > bytesMax) {
                        throw WorkFolder.tooLarge(bytesMax);
                    }
                    return new Fetched(work.write("upload", new Watched(answer, goesOn), bytesMax), name(at));
                }
                String location = answer.header("location").orElse("");
                boolean leadsOn = answer.status() >= FIRST_REDIRECT && answer.status() < FIRST_FAILURE;
                if (!leadsOn || location.isEmpty()) {
                    throw failed("The server of `url` answers " + answer.status() + ".");
                }
                at = next(at, location);
            } catch (IOException | UncheckedIOException unreachable) {
                if (unreachable.getCause() instanceof StreamAnswer.TooLong
                        || unreachable instanceof StreamAnswer.TooLong) {
                    throw WorkFolder.tooLarge(bytesMax);
                }
                throw failed(SLOW).causedBy(unreachable);
            }
        }
        throw failed("`url` leads on more than " + REDIRECTS_MAX + " times.");
    }

    private StreamAnswer open(URI at, Duration left, long bytesMax) throws IOException {
        try {
            return outside.open(WebRequest.get(at).within(left).taking((int) Math.min(bytesMax, Integer.MAX_VALUE)));
        } catch (Failure refused) {
            throw refused.kind() == FailureKind.INVALID ? refused.withCode("media.url") : refused;
        }
    }

    /** A body whose reading fails once the download is cancelled. */
    private static final class Watched extends FilterInputStream {
        private final DoublePredicate goesOn;
        private final long length;
        private long come;

        Watched(StreamAnswer answer, DoublePredicate goesOn) {
            super(answer.body());
            this.goesOn = goesOn;
            long said = length(answer);
            this.length = said > 0 ? said : Long.MAX_VALUE;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            int read = super.read(bytes, offset, count);
            come += Math.max(read, 0);
            if (!goesOn.test(Math.min(ALMOST, come / (double) length))) {
                throw Failure.conflict("The caller took this back; nothing was stored.")
                        .withCode("media.cancelled");
            }
            return read;
        }
    }

    /** The {@code Content-Length} of an answer; 0 without one. */
    private static long length(StreamAnswer answer) {
        return answer.header("content-length")
                .filter(text -> text.matches("[1-9][0-9]{0,15}"))
                .map(Long::parseLong)
                .orElse(0L);
    }

    private static URI parse(String url) {
        try {
            return URI.create(url.strip());
        } catch (IllegalArgumentException malformed) {
            throw notThere().causedBy(malformed);
        }
    }

    /** The target of a redirect; one from https to plain http is refused. */
    private static URI next(URI at, String location) {
        URI next;
        try {
            next = at.resolve(location);
        } catch (IllegalArgumentException malformed) {
            throw failed("The server of `url` leads on to no URL.").causedBy(malformed);
        }
        if ("https".equalsIgnoreCase(at.getScheme()) && !"https".equalsIgnoreCase(next.getScheme())) {
            throw notThere();
        }
        return next;
    }

    private static String name(URI at) {
        String path = at.getPath() == null ? "" : at.getPath();
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static Failure notThere() {
        return Failure.invalid("`url` must be the http or https URL of a file that anybody may reach.")
                .withCode("media.url");
    }

    private static Failure failed(String message) {
        return Failure.of(FailureKind.BAD_GATEWAY, message);
    }
}
