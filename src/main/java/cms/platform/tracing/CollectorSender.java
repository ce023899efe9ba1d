package cms.platform.tracing;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.HttpResponse;
import io.opentelemetry.sdk.common.export.HttpSender;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends batches to the collector; an outage is logged once, and its end once. */
final class CollectorSender implements HttpSender {
    private static final Logger LOG = LoggerFactory.getLogger(CollectorSender.class);

    private final Collector collector;
    private final String contentType;
    private final AtomicBoolean away = new AtomicBoolean();

    CollectorSender(Collector collector, String contentType) {
        this.collector = collector;
        this.contentType = contentType;
    }

    @Override
    public void send(MessageWriter writer, Consumer<HttpResponse> onAnswer, Consumer<Throwable> onFailure) {
        try {
            ByteArrayOutputStream message = new ByteArrayOutputStream(Math.max(0, writer.getContentLength()));
            writer.writeMessage(message);
            int status = collector.post(contentType, message.toByteArray());
            logChange(status < 300 ? "" : "it answered " + status);
            onAnswer.accept(new CollectorAnswer(status));
        } catch (IOException | RuntimeException failed) {
            logChange(String.valueOf(failed.getMessage()));
            onFailure.accept(failed);
        }
    }

    private void logChange(String error) {
        if (error.isEmpty() && away.compareAndSet(true, false)) {
            LOG.info("the collector takes traces again");
        } else if (!error.isEmpty() && away.compareAndSet(false, true)) {
            LOG.warn("the collector takes no traces, they are dropped: {}", error);
        }
    }

    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }

    private record CollectorAnswer(int status) implements HttpResponse {
        @Override
        public int getStatusCode() {
            return status;
        }

        @Override
        public String getStatusMessage() {
            return "";
        }

        @Override
        public byte[] getResponseBody() {
            return new byte[0];
        }
    }
}
