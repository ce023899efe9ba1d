package cms.git.protocol;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * A response that fails with {@link UncheckedIOException} when its client has disconnected. While JGit writes a pack it
 * takes an {@link IOException} of the stream for an object that was moved to another pack, and would retry for ever.
 */
public final class UncheckedResponse extends HttpServletResponseWrapper {
    public UncheckedResponse(HttpServletResponse response) {
        super(response);
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        return new Unchecked(super.getOutputStream());
    }

    private static final class Unchecked extends ServletOutputStream {
        private final ServletOutputStream out;

        private Unchecked(ServletOutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int octet) {
            run(() -> out.write(octet));
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            run(() -> out.write(bytes, offset, length));
        }

        @Override
        public void flush() {
            run(out::flush);
        }

        @Override
        public void close() {
            run(out::close);
        }

        @Override
        public boolean isReady() {
            return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            out.setWriteListener(listener);
        }

        private static void run(Step step) {
            try {
                step.run();
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }
    }

    private interface Step {
        void run() throws IOException;
    }
}
