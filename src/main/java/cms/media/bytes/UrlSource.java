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

/** Fetches what a URL names, once and by us; each redirect goes through the guard of addresses again. */
public final class UrlSource {
    private static final int REDIRECTS_MAX = 5;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final String SLOW = "The server of `url` cannot be reached, breaks off or is too slow.";
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_FAILURE = 400;

    /** The part that is told while the last piece is not yet stored. */
    private static final double ALMOST = 0.95;

    private final StreamClient outside;

    public UrlSource(StreamClient outside) {
        this.outside = outside;
    }

    /**
     * What came.
     *
     * @param name the last part of the path that was answered
     */
    public record Fetched(WorkFolder.Written written, String name) {}

    /**
     * Fetches; all redirects and the last byte share one time.
     *
     * @param goesOn asked with each piece that comes, with the part of the whole as far as its length is known; false
     *     breaks off
     * @throws Failure INVALID (code {@code media.url}) for what may not be reached, BAD_GATEWAY for what fails, TOO_LARGE
     *     beyond {@code bytesMax}, CONFLICT (code {@code media.cancelled}) when it was broken off
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

    /** A body that is broken off when nobody wants it any more. */
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

    /** What a server says of the length of its answer; 0 where it does not. */
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

    /** From https nothing leads to plain http. */
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
