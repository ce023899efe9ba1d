package cms.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

/** A line to PostgreSQL that breaks once, after the server has committed a transaction and before it can say so. */
public final class LostCommit implements AutoCloseable {
    private static final int BYTES_AT_ONCE = 64 * 1024;

    /** What the server says of a commit that counts (protocol 3.0, CommandComplete). */
    private static final String COMMITTED = "COMMIT\0";

    private final ServerSocket line;
    private final URI database;
    private final AtomicReference<Optional<String>> statement = new AtomicReference<>(Optional.empty());
    private final AtomicBoolean isLost = new AtomicBoolean();

    private LostCommit(ServerSocket line, URI database) {
        this.line = line;
        this.database = database;
    }

    public static LostCommit before(String database) {
        try {
            LostCommit before =
                    new LostCommit(new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1")), URI.create(database));
            Thread.ofVirtual().name("line to the database").start(before::listen);
            return before;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The URL of the database over this line. */
    public String url() {
        return "postgresql://" + database.getRawUserInfo() + "@127.0.0.1:" + line.getLocalPort() + database.getPath();
    }

    /** The answer to the next commit of a transaction with these words in a statement is lost. */
    public void loseThatOf(String words) {
        statement.set(Optional.of(words));
    }

    public boolean isLost() {
        return isLost.get();
    }

    @Override
    public void close() throws IOException {
        line.close();
    }

    private void listen() {
        while (!line.isClosed()) {
            try {
                Socket client = line.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        AtomicBoolean isMeant = new AtomicBoolean();
        try (client;
                Socket server = new Socket(database.getHost(), database.getPort())) {
            Thread.ofVirtual()
                    .start(() -> passAlong(client, server, sent -> {
                        isMeant.compareAndSet(
                                false, statement.get().filter(sent::contains).isPresent());
                        return true;
                    }));
            passAlong(server, client, said -> {
                boolean loses = isMeant.get() && said.contains(COMMITTED) && isLost.compareAndSet(false, true);
                return !loses;
            });
        } catch (IOException broken) {
            // One of the two has gone.
        }
    }

    /** Copies what comes as long as the other end is to have it. */
    private static void passAlong(Socket from, Socket to, Predicate<String> isPassed) {
        byte[] buffer = new byte[BYTES_AT_ONCE];
        try {
            InputStream in = from.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!isPassed.test(new String(buffer, 0, read, StandardCharsets.ISO_8859_1))) {
                    return;
                }
                to.getOutputStream().write(Arrays.copyOf(buffer, read));
            }
        } catch (IOException broken) {
            // The other direction ends with it.
        }
    }
}
