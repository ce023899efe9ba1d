package cms.git.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.pack.PackConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UncheckedResponseTest {
    private static final int BLOBS = 200;
    private static final int BLOB = org.eclipse.jgit.lib.Constants.OBJ_BLOB;

    @TempDir
    private Path folder;

    /** Wherever the client leaves. Shown to fail without the wrapper: some places are tried again for ever. */
    @Test
    void aPackForAClientThatHasGoneIsGivenUpAtOnce() throws IOException {
        try (FileRepository jgit = new FileRepository(folder.toFile())) {
            jgit.create(true);
            List<ObjectId> blobs = new ArrayList<>();
            try (ObjectInserter pack = jgit.getObjectDatabase().newPackInserter()) {
                for (int i = 0; i < BLOBS; i++) {
                    blobs.add(pack.insert(BLOB, ("text " + i).getBytes(StandardCharsets.UTF_8)));
                }
                pack.flush();
            }
            for (int place = 20; place < 60; place++) {
                Leaving client = new Leaving(place);
                OutputStream out = new UncheckedResponse(response(client)).getOutputStream();
                assertThatThrownBy(() -> write(jgit, blobs, out)).isInstanceOf(UncheckedIOException.class);
                assertThat(client.refused).as("after %d bytes", place).isEqualTo(1);
            }
        }
    }

    private static void write(FileRepository jgit, List<ObjectId> blobs, OutputStream out) throws IOException {
        try (ObjectReader reader = jgit.newObjectReader();
                RevWalk walk = new RevWalk(reader);
                PackWriter pack = new PackWriter(new PackConfig(jgit), reader)) {
            List<RevObject> wanted = new ArrayList<>();
            blobs.forEach(blob -> wanted.add(walk.lookupBlob(blob)));
            pack.preparePack(wanted.iterator());
            pack.writePack(NullProgressMonitor.INSTANCE, NullProgressMonitor.INSTANCE, out);
        }
    }

    private static HttpServletResponse response(ServletOutputStream out) {
        return (HttpServletResponse) Proxy.newProxyInstance(
                UncheckedResponseTest.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class},
                (_, method, _) -> {
                    assertThat(method.getName()).isEqualTo("getOutputStream");
                    return out;
                });
    }

    /** Takes some bytes, then refuses every other; a stranger to what is asked too often. */
    private static final class Leaving extends ServletOutputStream {
        private int left;
        private int refused;

        Leaving(int bytes) {
            this.left = bytes;
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            left -= length;
            if (left < 0) {
                if (++refused > 100) {
                    throw new IllegalStateException("this is tried again for ever");
                }
                throw new IOException("the client has gone");
            }
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
