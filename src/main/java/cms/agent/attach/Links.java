package cms.agent.attach;

import cms.agent.model.AgentLimits;
import cms.platform.compute.Outside;
import cms.platform.failure.Failure;
import cms.platform.net.StreamAnswer;
import cms.platform.net.StreamClient;
import cms.platform.net.WebRequest;
import cms.platform.scratch.Scratch;
import cms.platform.scratch.ScratchFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;

/** Downloads the files of links, once; each redirect passes the guard for outside addresses. */
final class Links {
    private static final int CHUNK_BYTES = 64 * 1024;

    private final StreamClient outside;
    private final Scratch scratch;

    /** @param scratch stores received bytes, so that slow servers hold no memory */
    Links(StreamClient outside, Scratch scratch) {
        this.outside = outside;
        this.scratch = scratch;
    }

    /** Downloads a file, waiting for its server {@link Outside}. */
    FileBytes fetch(String url) throws Unreadable {
        return Outside.waiting(() -> fetched(url));
    }

    private FileBytes fetched(String url) throws Unreadable {
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
                        return received(answer.body());
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

    private Fetched received(InputStream body) throws IOException {
        ScratchFile file = scratch.create();
        boolean whole = false;
        try {
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int count = body.read(chunk); count >= 0; count = body.read(chunk)) {
                file.append(chunk, 0, count);
            }
            whole = true;
            return new Fetched(file);
        } finally {
            if (!whole) {
                file.close();
            }
        }
    }

    private record Fetched(ScratchFile file) implements FileBytes {
        @Override
        public long length() {
            return file.length();
        }

        @Override
        public InputStream stream() {
            return file.stream();
        }

        @Override
        public byte[] head(int bytesMax) {
            try (InputStream in = file.stream(0, bytesMax)) {
                return in.readAllBytes();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public void close() {
            file.close();
        }
    }
}
