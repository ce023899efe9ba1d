package cms.testing;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A PostgreSQL server that refuses every client. It speaks as much of the protocol as that needs: it reads the first
 * message, answers an error, and hangs up.
 */
public final class RefusingDatabase implements AutoCloseable {
    private final ServerSocket listening;
    private final String message;
    private final AtomicInteger asked = new AtomicInteger();
    private volatile String state;

    public RefusingDatabase(String state, String message) throws IOException {
        this.listening = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        this.state = state;
        this.message = message;
        Thread.ofVirtual().start(this::serve);
    }

    /** The address of a database, with a password, on a port of this machine. */
    public static String url(int port) {
        return "postgresql://u:s3cret@127.0.0.1:" + port + "/nope?sslmode=disable";
    }

    public String url() {
        return url(listening.getLocalPort());
    }

    public int asked() {
        return asked.get();
    }

    /** Refuses from now on with another state of SQL. */
    public void says(String newState) {
        state = newState;
    }

    private void serve() {
        while (true) {
            try (Socket client = listening.accept()) {
                DataInputStream in = new DataInputStream(client.getInputStream());
                in.readNBytes(in.readInt() - Integer.BYTES);
                asked.incrementAndGet();
                answer(client.getOutputStream());
            } catch (IOException gone) {
                if (listening.isClosed()) {
                    return;
                }
            }
        }
    }

    private void answer(OutputStream out) throws IOException {
        byte[] fields = ("SFATAL\0VFATAL\0C" + state + "\0M" + message + "\0\0").getBytes(StandardCharsets.UTF_8);
        out.write('E');
        out.write(ByteBuffer.allocate(Integer.BYTES)
                .putInt(fields.length + Integer.BYTES)
                .array());
        out.write(fields);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
