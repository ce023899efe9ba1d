package cms.media.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import cms.platform.net.StreamAnswer;
import cms.platform.net.WebRequest;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far redirects lead, told by the requests that a stand-in for the other servers gets. */
class UrlSourceTest {
    private final List<WebRequest> asked = new ArrayList<>();

    @TempDir
    private Path scratch;

    /** {@code /5} leads to {@code /4} and so on, {@code /0} is a file. */
    private StreamAnswer answer(WebRequest request) {
        asked.add(request);
        String path = request.url().getPath();
        return switch (path) {
            case "/0" -> new StreamAnswer(200, Map.of(), InputStream.nullInputStream());
            case "/plain" -> leadingTo("http://a.example/0");
            case "/nowhere" -> leadingTo("http://[");
            default -> leadingTo("/" + (Integer.parseInt(path.substring(1)) - 1));
        };
    }

    private static StreamAnswer leadingTo(String location) {
        return new StreamAnswer(302, Map.of("location", location), InputStream.nullInputStream());
    }

    private void fetch(String url) {
        try (WorkFolder work = WorkFolder.in(scratch)) {
            new UrlSource(this::answer).fetch(url, work, 1_000, part -> true);
        }
    }

    private void fails(String url, FailureKind kind, int requests) {
        asked.clear();
        assertThatThrownBy(() -> fetch(url))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(kind));
        assertThat(asked).hasSize(requests);
    }

    @Test
    void fiveRedirectsAreFollowedInTheTimeOfOneRequest() {
        fetch("https://a.example/5");
        List<Duration> times = asked.stream().map(WebRequest::timeout).toList();
        assertThat(times).hasSize(6).isSortedAccordingTo((one, next) -> next.compareTo(one));
        assertThat(times.getLast()).isLessThan(times.getFirst()).isLessThan(Duration.ofSeconds(30));
    }

    @Test
    void aSixthRedirectAndWhatIsNoUrlFail() {
        fails("https://a.example/6", FailureKind.BAD_GATEWAY, 6);
        fails("https://a.example/nowhere", FailureKind.BAD_GATEWAY, 1);
    }

    @Test
    void nothingLeadsFromHttpsToPlainHttp() {
        fails("https://a.example/plain", FailureKind.INVALID, 1);
    }
}
