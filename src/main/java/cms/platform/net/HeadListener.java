package cms.platform.net;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;

/** Receives the head of one answer and the beginning of its body, and closes the connection then. */
final class HeadListener implements Response.Listener {
    private static final Duration BODY_TIMEOUT = Duration.ofMillis(500);

    private final int bytesMax;
    private final CompletableFuture<Response> head = new CompletableFuture<>();
    private final CompletableFuture<Void> body = new CompletableFuture<>();
    private final ByteArrayOutputStream beginning = new ByteArrayOutputStream();

    HeadListener(int bytesMax) {
        this.bytesMax = bytesMax;
    }

    @Override
    public void onHeaders(Response response) {
        head.complete(response);
    }

    @Override
    public void onContent(Response response, ByteBuffer content) {
        synchronized (beginning) {
            byte[] more = new byte[Math.min(content.remaining(), bytesMax - beginning.size())];
            boolean tooMuch = more.length < content.remaining();
            content.get(more);
            beginning.writeBytes(more);
            if (tooMuch) {
                response.abort(new IOException("The rest of the answer is not wanted."));
            }
        }
    }

    @Override
    public void onComplete(Result result) {
        Throwable failure = result.getFailure();
        if (failure != null) {
            head.completeExceptionally(failure);
        }
        body.complete(null);
    }

    /** Blocks until the head is there and the beginning of the body has been waited for. */
    HeadAnswer await(Request request, Duration timeout)
            throws ExecutionException, TimeoutException, InterruptedException {
        try {
            Response response = head.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            waitForBody(request);
            Map<String, String> headers = new HashMap<>();
            response.getHeaders()
                    .forEach(field ->
                            headers.putIfAbsent(field.getLowerCaseName(), Objects.toString(field.getValue(), "")));
            synchronized (beginning) {
                return new HeadAnswer(response.getStatus(), headers, beginning.toByteArray());
            }
        } catch (TimeoutException | InterruptedException over) {
            request.abort(over);
            throw over;
        }
    }

    private void waitForBody(Request request) throws ExecutionException, InterruptedException {
        try {
            body.get(BODY_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException slow) {
            request.abort(slow);
        }
    }
}
