package cms.agent.wire;

import cms.agent.model.AgentLimits;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Parses server-sent events: the text of {@code data:} lines, with any line end and across chunks. */
final class EventLines {
    private final InputStream in;
    private boolean afterReturn;

    EventLines(InputStream in) {
        this.in = new BufferedInputStream(in, 16 * 1024);
    }

    /** The data of the next event; empty at the end of the stream. */
    Optional<String> next() throws IOException {
        StringBuilder data = new StringBuilder();
        boolean any = false;
        for (Optional<String> line = line(); line.isPresent(); line = line()) {
            String text = line.get();
            if (text.isEmpty() && any) {
                return Optional.of(data.toString());
            }
            if (text.startsWith("data:")) {
                if (data.length() + text.length() > AgentLimits.MODEL_LINE_BYTES_MAX) {
                    throw new IOException("an event is longer than what is taken");
                }
                data.append(any ? "\n" : "").append(text.startsWith("data: ") ? text.substring(6) : text.substring(5));
                any = true;
            }
        }
        return any ? Optional.of(data.toString()) : Optional.empty();
    }

    private Optional<String> line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int octet = in.read(); octet >= 0; octet = in.read()) {
            boolean second = octet == '\n' && afterReturn;
            afterReturn = octet == '\r';
            if (second) {
                continue;
            }
            if (octet == '\n' || octet == '\r') {
                return Optional.of(bytes.toString(StandardCharsets.UTF_8));
            }
            if (bytes.size() >= AgentLimits.MODEL_LINE_BYTES_MAX) {
                throw new IOException("a line is longer than what is taken");
            }
            bytes.write(octet);
        }
        return bytes.size() == 0 ? Optional.empty() : Optional.of(bytes.toString(StandardCharsets.UTF_8));
    }
}
