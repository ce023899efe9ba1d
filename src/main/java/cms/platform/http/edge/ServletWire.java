package cms.platform.http.edge;

import cms.platform.live.StreamConnection;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The connection of an asynchronous request; bytes written before its head is sent wait for that.
 *
 * <p>It writes to the server's response and not to the servlet's output, which would need a thread, or a buffer, for
 * each stream.
 */
public final class ServletWire implements StreamConnection {
    private final ServletContextRequest request;
    private final Response response;
    private final CompletableFuture<Void> ended;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Runnable held;
    private boolean begun;

    /** @param ended completed when the request is to be completed */
    public ServletWire(HttpServletRequest request, CompletableFuture<Void> ended) {
        this.request = ServletContextRequest.getServletContextRequest(request);
        this.response = this.request.getServletContextResponse();
        this.ended = ended;
    }

    /** Called when the head was sent. */
    public void begin() {
        @Nullable Runnable first;
        lock.lock();
        try {
            begun = true;
            first = held;
            held = null;
        } finally {
            lock.unlock();
        }
        if (first != null) {
            first.run();
        }
    }

    @Override
    public void write(ByteBuffer bytes, Consumer<@Nullable Throwable> done) {
        Runnable write = () -> response.write(false, bytes, Callback.from(() -> done.accept(null), done));
        lock.lock();
        try {
            if (!begun) {
                held = write;
                return;
            }
        } finally {
            lock.unlock();
        }
        write.run();
    }

    @Override
    public void finish() {
        ended.complete(null);
    }

    @Override
    public void cut() {
        request.getConnectionMetaData().getConnection().getEndPoint().close();
        ended.complete(null);
    }
}
