package cms.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Speaks TLS in front of a mail server that does not: from the first byte, or after {@code STARTTLS}. */
public final class TlsRelay implements AutoCloseable {
    private final SSLContext tls;
    private final int behind;
    private final boolean upgrades;
    private final ServerSocket server;
    private volatile String heardInTheClear = "";

    public TlsRelay(SSLContext tls, int behind, boolean upgrades) throws IOException {
        this.tls = tls;
        this.behind = behind;
        this.upgrades = upgrades;
        this.server = new ServerSocket(0, 10, InetAddress.getByName("127.0.0.1"));
        Thread.ofVirtual().start(this::listen);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Every line that came before TLS. */
    public String heardInTheClear() {
        return heardInTheClear;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void listen() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                Socket mail = new Socket("127.0.0.1", behind)) {
            if (upgrades) {
                untilStartTls(socket);
            }
            SSLSocket secured =
                    (SSLSocket) tls.getSocketFactory().createSocket(socket, "127.0.0.1", socket.getPort(), true);
            secured.setUseClientMode(false);
            InputStream answers = mail.getInputStream();
            if (upgrades) {
                passGreeting(answers);
            }
            Thread back = Thread.ofVirtual().start(() -> copy(answers, secured));
            secured.getInputStream().transferTo(mail.getOutputStream());
            mail.shutdownOutput();
            back.join();
        } catch (IOException broken) {
            // the client has gone, or did not believe the certificate
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void untilStartTls(Socket socket) throws IOException {
        OutputStream out = socket.getOutputStream();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
        say(out, "220 relay");
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            heardInTheClear += line + "\n";
            if (line.equalsIgnoreCase("STARTTLS")) {
                say(out, "220 go on");
                return;
            }
            say(out, line.toUpperCase(Locale.ROOT).startsWith("EHLO") ? "250-relay\r\n250 STARTTLS" : "502 no");
        }
        throw new IOException("gone");
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static void copy(InputStream from, Socket to) {
        try {
            from.transferTo(to.getOutputStream());
        } catch (IOException gone) {
            // so has the other direction
        }
    }

    /** The greeting was said already, by the relay itself. */
    private static void passGreeting(InputStream answers) throws IOException {
        int next = answers.read();
        while (next >= 0 && next != '\n') {
            next = answers.read();
        }
    }
}
