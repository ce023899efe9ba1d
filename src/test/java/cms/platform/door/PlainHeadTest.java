package cms.platform.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the short way takes, the server's own reader would have read in the same way, to the last byte. */
class PlainHeadTest {
    private static final byte[] PREFIX = "/api/cdn/".getBytes(StandardCharsets.US_ASCII);
    private static final int BYTES_MAX = 512;
    private static final String GET = "GET /api/cdn/v1/p/a.json HTTP/1.1\r\nHost: a\r\n";

    private final PlainHead head = new PlainHead(BYTES_MAX);

    @Test
    void theHeadOfAnOrdinaryReadIsTaken() {
        assertThat(take("GET /api/cdn/v1/p1/content/posts/en.json HTTP/1.1\r\nHost: content.example.com:8443\r\n"
                        + "User-Agent: Mozilla/5.0 (X11; \"odd\")\r\nACCEPT-encoding: gzip, br ;q=0.5  \r\n"
                        + "authorization:Bearer cms_live_x\r\nX-Request-Id: 12345678\r\nIf-None-Match: \"a\", W/\"b\"\r\n"
                        + "Connection: Keep-Alive\r\nCookie: a=b; c\r\nX-Empty:\r\n\r\n"))
                .isTrue();
        assertThat(head.path()).isEqualTo("/api/cdn/v1/p1/content/posts/en.json");
        assertThat(head.value(RequestHead.Line.ACCEPT_ENCODING)).isEqualTo("gzip, br ;q=0.5");
        assertThat(head.value(RequestHead.Line.AUTHORIZATION)).isEqualTo("Bearer cms_live_x");
        assertThat(head.value(RequestHead.Line.IF_NONE_MATCH)).isEqualTo("\"a\", W/\"b\"");
        assertThat(head.value(RequestHead.Line.REQUEST_ID)).isEqualTo("12345678");
        assertThat(head.value(RequestHead.Line.RANGE)).isNull();
    }

    /** The same reader reads many heads: nothing of the one before may be left. */
    @Test
    void whatTheHeadBeforeSaidIsForgotten() {
        assertThat(take(GET + "Range: bytes=1-2\r\nX-Long: " + "x".repeat(200) + "\r\n\r\n"))
                .isTrue();
        assertThat(take("GET /api/cdn/v1/q HTTP/1.1\r\n\r\n")).isFalse();
        assertThat(take("GET /api/cdn/v1/q HTTP/1.1\r\nHost: a\r\n\r\n")).isTrue();
        assertThat(head.path()).isEqualTo("/api/cdn/v1/q");
        assertThat(head.value(RequestHead.Line.RANGE)).isNull();
    }

    /** Shown to fail where a path counts as the one before because it begins with it. */
    @Test
    void aPathIsItsOwnWhateverTheOneBeforeWas() {
        for (String path : List.of("a", "a", "a/b", "a", "a-", "b", "", "a/b")) {
            assertThat(take("GET /api/cdn/" + path + " HTTP/1.1\r\nHost: a\r\n\r\n"))
                    .isTrue();
            assertThat(head.path()).isEqualTo("/api/cdn/" + path);
        }
        assertThat(take("GET /api/cdn/a/b?c HTTP/1.1\r\nHost: a\r\n\r\n")).isFalse();
        assertThat(take("GET /api/cdn/a/b/../c HTTP/1.1\r\nHost: a\r\n\r\n")).isFalse();
    }

    /** Eight bytes are looked at in one step. Shown to fail where one of the two bounds is left out. */
    @Test
    void aValueHoldsVisibleAsciiOnlyWhereverItStands() {
        for (int length = 1; length <= 20; length++) {
            for (int at = 0; at < length; at++) {
                for (char c = 0; c <= 0xff; c++) {
                    String value = "x".repeat(at) + c + "x".repeat(length - at - 1);
                    assertThat(take(GET + "X-A: " + value + "\r\n\r\n"))
                            .as("%d at %d of %d", (int) c, at, length)
                            .isEqualTo(c >= ' ' && c <= '~');
                }
            }
        }
    }

    /**
     * Shown to fail for a second host, odd hosts, a length, a line twice and a bare line feed, each let through alone.
     */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET",
                GET,
                GET + "\r",
                GET + "\r\n\r\n",
                GET + "\r\n" + GET + "\r\n",
                GET + "Host: b\r\n\r\n",
                GET + "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
                GET + "Content-Length: 0\r\n\r\n",
                GET + "content-length: 2\r\n\r\n{}",
                GET + "Transfer-Encoding: chunked\r\n\r\n",
                GET + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                GET + "Connection: close\r\n\r\n",
                GET + "Connection: keep-alive, Range\r\n\r\n",
                GET + "Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
                GET + "Upgrade: h2c\r\n\r\n",
                GET + "Expect: 100-continue\r\n\r\n",
                GET + "TE: trailers\r\n\r\n",
                GET + "Trailer: a\r\n\r\n",
                GET + "X A: a\r\n\r\n",
                GET + "X-A : a\r\n\r\n",
                GET + ": a\r\n\r\n",
                GET + "X-A\r\n\r\n",
                GET + " X-A: a\r\n\r\n",
                GET + "X-A: a\r\n b\r\n\r\n",
                GET + "X-A: a\nX-B: b\r\n\r\n",
                GET + "X-A: a\rX-B: b\r\n\r\n",
                GET + "X-A: a\0\r\n\r\n",
                GET + "X-A: a\tb\r\n\r\n",
                GET + "X-A: \u00e9\r\n\r\n",
                GET + "Authorization:\r\n\r\n",
                "POST /api/cdn/v1/p/a.json HTTP/1.1\r\nHost: a\r\n\r\n",
                "HEAD /api/cdn/v1/p/a.json HTTP/1.1\r\nHost: a\r\n\r\n",
                "get /api/cdn/v1/p/a.json HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET  /api/cdn/v1/p/a.json HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /api/cdn/v1/p/a.json  HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /api/cdn/v1/p/a.json HTTP/1.0\r\nHost: a\r\n\r\n",
                "GET /api/cdn/v1/p/a.json HTTP/1.1\nHost: a\r\n\r\n",
                "GET /api/cdn/v1/p/a.json HTTP/1.1\r\n\r\n",
                "GET /api/cdn/v1/p/a.json HTTP/1.1\r\nHost:\r\n\r\n",
                "GET /api/cdn/v1/p/a.json HTTP/1.1\r\nHost: a b\r\n\r\n",
                "GET /api/cdn/v1/p/a.json HTTP/1.1\r\nHost: a@b\r\n\r\n",
                "GET /api/cdn/v1/p/a.json HTTP/1.1\r\nHost: a:b\r\n\r\n",
                "GET /api/cdn/v1/p/a.json HTTP/1.1\r\nHost: a:1:2\r\n\r\n",
                "GET /api/cdn/v1/p/a.json HTTP/1.1\r\nHost: a:0\r\n\r\n",
                "GET /api/cdn/v1/p/a.json HTTP/1.1\r\nHost: a:000\r\n\r\n",
                "GET /api/cdn/v1/p/a.json HTTP/1.1\r\nHost: a:123456\r\n\r\n",
                "GET /api/cdn/v1/p/a.json?x HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /api/cdn/v1/p/a.json#x HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /api/cdn/v1/p/a;b HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /api/cdn/v1/p/%41 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /api/cdn/v1/p//a HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /api/cdn/v1/p/../q/a HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /api/cdn/../projects HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET http://a/api/cdn/v1/p/a HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /api/other/v1/p/a HTTP/1.1\r\nHost: a\r\n\r\n",
            })
    void whatIsNotPlainIsLeftToTheServer(String bytes) {
        assertThat(take(bytes)).isFalse();
    }

    @Test
    void moreThanThereIsRoomForIsLeftToTheServer() {
        assertThat(take(GET + "X: " + "x".repeat(BYTES_MAX) + "\r\n\r\n")).isFalse();
    }

    /** Shown to fail when a second or odd host, a length, a line twice or a bare line feed is let through. */
    @Property(tries = 20_000, seed = "2026")
    void theServerReadsWhatIsTakenInTheSameWay(@ForAll("heads") byte[] bytes) {
        boolean taken = head.take(ByteBuffer.wrap(bytes), PREFIX, null, 0);
        Statistics.collect(taken);
        if (taken) {
            assertTheServerReadsTheSame(bytes);
        }
    }

    /** The server knows the usual lines in any letters, and then gives the value in its own. */
    @Test
    void codingsInOtherLettersAreTheSameCodings() {
        byte[] bytes = (GET + "Accept-Encoding: gziP, br\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(head.take(ByteBuffer.wrap(bytes), PREFIX, null, 0)).isTrue();
        assertTheServerReadsTheSame(bytes);
    }

    private void assertTheServerReadsTheSame(byte[] bytes) {
        ServerReading server = new ServerReading(bytes);
        assertThat(server.error).isEmpty();
        assertThat(server.isOneWholeRequest()).isTrue();
        assertThat(server.startLine).isEqualTo("GET " + head.path() + " HTTP/1.1");
        for (RequestHead.Line line : RequestHead.Line.values()) {
            List<String> values = server.fields.getValuesList(line.text());
            String value = head.value(line);
            List<String> own = value == null ? List.of() : List.of(value);
            if (line == RequestHead.Line.ACCEPT_ENCODING) {
                // Letters do not tell codings apart (RFC 9110, 8.4.1).
                assertThat(lowerCase(values)).isEqualTo(lowerCase(own));
            } else {
                assertThat(values).isEqualTo(own);
            }
        }
    }

    private static List<String> lowerCase(List<String> values) {
        return values.stream().map(value -> value.toLowerCase(Locale.ROOT)).toList();
    }

    /** Heads of fragments, whole ones and odd ones, some with a byte that is another one. */
    @Provide
    Arbitrary<byte[]> heads() {
        Arbitrary<String> start = mostly(
                List.of(
                        "GET /api/cdn/v1/p/a.json HTTP/1.1\r\n",
                        "GET /api/cdn/x-y_~.z HTTP/1.1\r\n",
                        "GET /api/cdn/v1/p/ HTTP/1.1\r\n"),
                List.of(
                        "GET /api/cdn/v1 HTTP/1.0\r\n",
                        "GET /api/cdn/v1/p HTTP/1.1\n",
                        "GET /api/cdn/v1// HTTP/1.1\r\n",
                        "GET /api/cdn/a/../b HTTP/1.1\r\n",
                        "GET /api/cdn/a?b HTTP/1.1\r\n"));
        Arbitrary<String> host = mostly(
                List.of("Host: a\r\n", "Host: a.example:80\r\n", "HOST:a\r\n", "host:  1.2.3.4  \r\n"),
                List.of(
                        "Host: -\r\n",
                        "Host: ..\r\n",
                        "Host: :80\r\n",
                        "Host: a:\r\n",
                        "Host: a:99999\r\n",
                        "Host:\r\n",
                        ""));
        Arbitrary<String> line = mostly(
                List.of(
                        "Authorization: Bearer a\r\n",
                        "accept-encoding: gzip, br\r\n",
                        "Range:bytes=1-2\r\n",
                        "If-Range: \"x\" \r\n",
                        "If-None-Match:   \"a\", *\r\n",
                        "X-Request-Id: 1\r\n",
                        "X-Other: ~!\"#$%&'()\r\n",
                        "Connection: keep-alive\r\n",
                        "Cookie: a=b;\r\n"),
                List.of(
                        "Host: b\r\n",
                        "Content-Length: 3\r\n",
                        "Transfer-Encoding: chunked\r\n",
                        "X-A : a\r\n",
                        "X-A: a\n",
                        " folded\r\n",
                        "X-A: a\tb\r\n",
                        "X-A\r\n",
                        ": a\r\n",
                        "\r\n",
                        "X-A: \u00e9\r\n",
                        "Connection: close\r\n",
                        "Range: \r\n",
                        "X\t: a\r\n"));
        Arbitrary<String> whole = Combinators.combine(start, host, line.list().ofMaxSize(5))
                .as((first, second, rest) -> first + second + String.join("", rest) + "\r\n");
        Arbitrary<Integer> where = Arbitraries.integers().between(0, BYTES_MAX * 4);
        Arbitrary<Integer> what = Arbitraries.integers().between(0, 255);
        return Combinators.combine(whole, where, what).as((text, at, other) -> {
            byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
            if (at < bytes.length) {
                bytes[at] = other.byteValue();
            }
            return bytes;
        });
    }

    private static Arbitrary<String> mostly(List<String> ordinary, List<String> odd) {
        return Arbitraries.frequencyOf(
                List.of(Tuple.of(10, Arbitraries.of(ordinary)), Tuple.of(1, Arbitraries.of(odd))));
    }

    private boolean take(String text) {
        return head.take(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)), PREFIX, null, 0);
    }

    /** What the parser of the server, as it is set here, makes of the same bytes. */
    private static final class ServerReading implements HttpParser.RequestHandler {
        private final List<String> error = new ArrayList<>();
        private final HttpFields.Mutable fields = HttpFields.build();
        private final int left;
        private String startLine = "";
        private int requests;
        private int contents;

        ServerReading(byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            HttpParser parser = new HttpParser(this, 32 * 1_024, HttpCompliance.STRICT);
            while (buffer.hasRemaining() && !parser.isState(HttpParser.State.END) && error.isEmpty()) {
                parser.parseNext(buffer);
            }
            parser.parseNext(buffer);
            left = buffer.remaining();
        }

        boolean isOneWholeRequest() {
            return requests == 1 && contents == 0 && left == 0;
        }

        @Override
        public void startRequest(String method, String uri, HttpVersion version) {
            startLine = method + " " + uri + " " + version;
        }

        @Override
        public void parsedHeader(HttpField field) {
            fields.add(field);
        }

        @Override
        public boolean headerComplete() {
            return false;
        }

        @Override
        public boolean content(ByteBuffer item) {
            contents++;
            return false;
        }

        @Override
        public boolean contentComplete() {
            return false;
        }

        @Override
        public boolean messageComplete() {
            requests++;
            return true;
        }

        @Override
        public void parsedTrailer(HttpField field) {
            error.add("a trailer");
        }

        @Override
        public void earlyEOF() {
            error.add("an early end");
        }

        @Override
        public void badMessage(HttpException failure) {
            error.add(failure.getCode() + " " + failure.getReason());
        }
    }
}
