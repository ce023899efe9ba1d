package cms.platform.objects;

import cms.platform.failure.Failure;
import cms.platform.net.WebAnswer;
import cms.platform.net.WebClient;
import cms.platform.net.WebRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpRequest;

/**
 * Sends the signed requests of the SDK through this service's own HTTP client, whose rules then apply: no redirects,
 * the trusted certificates of the settings, and a timeout.
 */
final class BucketHttp implements SdkHttpClient {
    /** Headers that the connection sets itself; only the host among them is signed, and it is the same. */
    private static final Set<String> OF_THE_CONNECTION = Set.of("host", "content-length", "expect", "connection");

    private final WebClient web;
    private final Duration timeout;
    private final int bytesMax;

    BucketHttp(WebClient web, Duration timeout, int bytesMax) {
        this.web = web;
        this.timeout = timeout;
        this.bytesMax = bytesMax;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest prepared) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return answer(prepared);
            }

            @Override
            public void abort() {
                // The timeout ends it.
            }
        };
    }

    @Override
    public void close() {
        // The way out belongs to the whole service.
    }

    private HttpExecuteResponse answer(HttpExecuteRequest prepared) throws IOException {
        SdkHttpRequest asked = prepared.httpRequest();
        Map<String, String> headers = new HashMap<>();
        asked.forEachHeader((name, values) -> {
            if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                headers.put(name, String.join(",", values));
            }
        });
        byte[] body = new byte[0];
        if (prepared.contentStreamProvider().isPresent()) {
            try (InputStream in = prepared.contentStreamProvider().get().newStream()) {
                body = in.readAllBytes();
            }
        }
        WebAnswer answer;
        try {
            answer = web.send(new WebRequest(asked.method().name(), asked.getUri(), headers, body, timeout, bytesMax));
        } catch (Failure silent) {
            throw new IOException(silent.message(), silent);
        }
        SdkHttpFullResponse.Builder response = SdkHttpFullResponse.builder().statusCode(answer.status());
        answer.headers().forEach(response::putHeader);
        return HttpExecuteResponse.builder()
                .response(response.build())
                .responseBody(AbortableInputStream.create(new ByteArrayInputStream(answer.body())))
                .build();
    }
}
