package cms.media.bytes;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.net.StreamAnswer;
import cms.platform.net.StreamClient;
import cms.platform.net.WebRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** Fetches what a URL names, once and by us; each redirect goes through the guard of addresses again. */
public final class UrlSource {
    private static final int REDIRECTS_MAX = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int FIRST_REDIRECT = 300;
    private static final int FIRST_FAILURE = 400;

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
     * @throws Failure INVALID (code {@code media.url}) for what may not be reached, BAD_GATEWAY for what fails, TOO_LARGE
     *     beyond {@code bytesMax}
     */
    public Fetched fetch(String url, WorkFolder work, long bytesMax) {
        URI at = parse(url);
        for (int hop = 0; hop <= REDIRECTS_MAX; hop++) {
            try (StreamAnswer answer = open(at, bytesMax)) {
                if (answer.status() == 200) {
                    return new Fetched(work.write("upload", answer.body(), bytesMax), name(at));
                }
                String location = answer.header("location").orElse("");
                boolean leadsOn = answer.status() >= FIRST_REDIRECT && answer.status() < FIRST_FAILURE;
                if (!leadsOn || location.isEmpty()) {
                    throw failed("The server of `url` answers " + answer.status() + ".");
                }
                at = next(at, location);
            } catch (StreamAnswer.TooLong tooLong) {
                throw WorkFolder.tooLarge(bytesMax);
            } catch (IOException | java.io.UncheckedIOException unreachable) {
                throw failed("The server of `url` cannot be reached, breaks off or is too slow.")
                        .causedBy(unreachable);
            }
        }
        throw failed("`url` leads on more than " + REDIRECTS_MAX + " times.");
    }

    private StreamAnswer open(URI at, long bytesMax) throws IOException {
        try {
            return outside.open(
                    WebRequest.get(at).within(PATIENCE).taking((int) Math.min(bytesMax, Integer.MAX_VALUE)));
        } catch (Failure refused) {
            throw refused.kind() == FailureKind.INVALID ? refused.withCode("media.url") : refused;
        }
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

    private static Failure failed(String sentence) {
        return Failure.of(FailureKind.BAD_GATEWAY, sentence);
    }
}
