package cms.agent.attach;

import cms.agent.model.AgentLimits;
import cms.platform.failure.Failure;
import cms.platform.net.StreamAnswer;
import cms.platform.net.StreamClient;
import cms.platform.net.WebRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Arrays;

/** Fetches what a person links to, once and by us; each hop goes through the guard of addresses. */
final class Links {
    private final StreamClient outside;

    Links(StreamClient outside) {
        this.outside = outside;
    }

    FileBytes fetch(String url) throws Unreadable {
        try {
            URI at = URI.create(url.strip());
            for (int hop = 0; hop <= AgentLimits.LINK_REDIRECTS_MAX; hop++) {
                WebRequest request =
                        WebRequest.get(at).within(AgentLimits.LINK_FETCH_MAX).taking(AgentLimits.ATTACHMENT_BYTES_MAX);
                try (StreamAnswer answer = outside.open(request)) {
                    String location = answer.header("location").orElse("");
                    if (answer.status() >= 300 && answer.status() < 400 && !location.isEmpty()) {
                        at = at.resolve(location);
                    } else if (answer.status() != 200) {
                        throw new Unreadable("The address answers " + answer.status() + ".");
                    } else {
                        return new Fetched(answer.body().readAllBytes());
                    }
                }
            }
            throw new Unreadable("The address leads on too often.");
        } catch (Failure refused) {
            throw new Unreadable(refused.message());
        } catch (IOException | IllegalArgumentException unreachable) {
            throw new Unreadable("The address cannot be reached, or answers with more than 32 MB.");
        }
    }

    private record Fetched(byte[] bytes) implements FileBytes {
        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public InputStream stream() {
            return new ByteArrayInputStream(bytes);
        }

        @Override
        public byte[] head(int bytesMax) {
            return Arrays.copyOf(bytes, Math.min(bytes.length, bytesMax));
        }
    }
}
