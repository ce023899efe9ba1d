package cms.media.bytes;

import cms.platform.failure.Failure;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has uploaded bytes scanned by clamd ({@code INSTREAM}, clamd(8)). While clamd does not answer, uploads are refused.
 */
public final class VirusScanner {
    private static final Logger LOG = LoggerFactory.getLogger(VirusScanner.class);
    private static final int CONNECT_MILLIS = 3_000;
    private static final int ANSWER_MILLIS = 60_000;
    private static final int CHUNK_BYTES = 64 * 1024;
    private static final int ANSWER_BYTES_MAX = 4_096;

    private final String host;
    private final int port;

    /** @param address host and port */
    public VirusScanner(String address) {
        int colon = address.lastIndexOf(':');
        this.host = address.substring(0, colon).replaceAll("^\\[|]$", "");
        this.port = Integer.parseInt(address.substring(colon + 1));
    }

    /**
     * @throws Failure UNPROCESSABLE (code {@code media.infected}) for an infected file, UNAVAILABLE when clamd does not
     *     answer
     */
    public void require(Path file) {
        String answer;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            send(file, new DataOutputStream(socket.getOutputStream()));
            answer = new String(socket.getInputStream().readNBytes(ANSWER_BYTES_MAX), StandardCharsets.UTF_8)
                    .replace("\0", "")
                    .strip();
        } catch (IOException silent) {
            LOG.warn("the virus scanner does not answer: {}", silent.toString());
            throw silent().causedBy(silent);
        }
        if (answer.endsWith(" FOUND")) {
            LOG.warn("the virus scanner has found something: {}", answer);
            throw Failure.unprocessable("The virus scanner has found something in this file.")
                    .withCode("media.infected");
        }
        if (!answer.endsWith(": OK")) {
            LOG.warn("the virus scanner answers: {}", answer);
            throw silent();
        }
    }

    private static void send(Path file, DataOutputStream out) throws IOException {
        out.write("zINSTREAM\0".getBytes(StandardCharsets.US_ASCII));
        byte[] chunk = new byte[CHUNK_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                out.writeInt(read);
                out.write(chunk, 0, read);
            }
        }
        out.writeInt(0);
        out.flush();
    }

    private static Failure silent() {
        return Failure.unavailable("The virus scanner does not answer; try again later.");
    }
}
