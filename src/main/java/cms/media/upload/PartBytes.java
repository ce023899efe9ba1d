package cms.media.upload;

import cms.media.bytes.WorkFolder;
import cms.platform.failure.Failure;
import cms.platform.objects.Objects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;

/** The parts of uploads: {@code media-parts/<upload>/<start>}. */
final class PartBytes {
    private static final String PREFIX = "media-parts/";

    private final Objects objects;

    PartBytes(Objects objects) {
        this.objects = objects;
    }

    void store(String uploadId, long start, Path file) {
        try {
            objects.copyIn(PREFIX + uploadId + "/" + start, file);
        } catch (UncheckedIOException full) {
            throw WorkFolder.full().causedBy(full);
        }
    }

    void deleteAll(String uploadId) {
        objects.deleteAll(PREFIX + uploadId);
    }

    /** All parts after one another; each is opened when it is reached. */
    InputStream open(String uploadId, List<Long> starts) {
        return new Joined(
                starts.stream().map(start -> PREFIX + uploadId + "/" + start).iterator());
    }

    private final class Joined extends InputStream {
        private final Iterator<String> keys;
        private InputStream current = InputStream.nullInputStream();

        Joined(Iterator<String> keys) {
            this.keys = keys;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int at, int length) throws IOException {
            int read = current.read(into, at, length);
            while (read < 0 && keys.hasNext()) {
                current.close();
                current = objects.open(keys.next())
                        .map(Channels::newInputStream)
                        .orElseThrow(() -> Failure.unavailable("A part of this upload cannot be read now; try again."));
                read = current.read(into, at, length);
            }
            return read;
        }

        @Override
        public void close() throws IOException {
            current.close();
        }
    }
}
