package cms.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A mail server (RFC 5321) that does not know one of its people, and may be away, or go away at the next mail. */
public final class PostOffice implements AutoCloseable {
    public final Queue<String> taken = new ConcurrentLinkedQueue<>();
    public final AtomicInteger turnedAway = new AtomicInteger();
    public final AtomicInteger turnsAwayNext = new AtomicInteger();
    public volatile boolean away;
    public volatile boolean leavesAtNextMail;
    private final ServerSocket socket;
    private final String unknown;

    public PostOffice(String unknown) {
        this.unknown = unknown;
        try {
            socket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        Thread.ofVirtual().start(() -> {
            while (!socket.isClosed()) {
                try {
                    Socket sender = socket.accept();
                    if (away || turnsAwayNext.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                        sender.close();
                        turnedAway.incrementAndGet();
                        continue;
                    }
                    Thread.ofVirtual().start(() -> talk(sender));
                } catch (IOException closed) {
                    return;
                }
            }
        });
    }

    public String url() {
        return "smtp://127.0.0.1:" + socket.getLocalPort() + "?from=cms%40example.org";
    }

    private void talk(Socket sender) {
        try (sender;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(sender.getInputStream(), StandardCharsets.US_ASCII));
                PrintStream out = new PrintStream(sender.getOutputStream(), true, StandardCharsets.US_ASCII)) {
            out.print("220 ready\r\n");
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (leavesAtNextMail && line.startsWith("MAIL FROM:")) {
                    leavesAtNextMail = false;
                    away = true;
                    return;
                }
                out.print(answer(line) + "\r\n");
                if (line.equals("DATA")) {
                    String text = in.readLine();
                    while (text != null && !text.equals(".")) {
                        text = in.readLine();
                    }
                    out.print("250 taken\r\n");
                }
            }
        } catch (IOException left) {
            taken.add(left.toString());
        }
    }

    private String answer(String line) {
        if (line.startsWith("RCPT TO:")) {
            String recipient = line.substring("RCPT TO:".length());
            if (recipient.equals(unknown)) {
                return "550 nobody of that name";
            }
            taken.add(recipient);
        }
        return line.equals("DATA") ? "354 go on" : line.equals("QUIT") ? "221 bye" : "250 well";
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
