package cms.upkeep;

import cms.platform.crypto.RandomTokens;
import cms.platform.failure.Failure;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The local server to which a browser returns after a sign-in for a program: {@code http://127.0.0.1:<9876 to
 * 9899>/callback} (spec 8). Only the browser that was sent out knows the state; requests with another one are refused,
 * and the wait continues.
 */
final class SignInCallback implements AutoCloseable {
    private static final int PORT_FIRST = 9876;
    private static final int PORT_LAST = 9899;
    private static final long MINUTES = 10;
    private static final int STATE_BYTES = 24;

    private final HttpServer server;
    private final String state = new RandomTokens().base64Url(STATE_BYTES);
    private final CompletableFuture<String> code = new CompletableFuture<>();

    private SignInCallback(HttpServer server) {
        this.server = server;
        server.createContext("/callback", this::take);
        server.start();
    }

    /** @throws Failure UNAVAILABLE when all ports to which a service redirects are taken */
    static SignInCallback open() throws IOException {
        for (int port = PORT_FIRST; port <= PORT_LAST; port++) {
            try {
                var address = new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
                return new SignInCallback(HttpServer.create(address, 0));
            } catch (BindException taken) {
                // the next one may be free
            }
        }
        throw Failure.unavailable("The ports " + PORT_FIRST + " to " + PORT_LAST + " are all taken; free one of them.");
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/callback";
    }

    String state() {
        return state;
    }

    /** Waits up to ten minutes for the code of the sign-in. */
    String code() throws IOException {
        try {
            return code.get(MINUTES, TimeUnit.MINUTES);
        } catch (TimeoutException nobody) {
            throw new IOException("nobody signed in for ten minutes", nobody);
        } catch (ExecutionException failed) {
            throw new IOException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("the wait was broken off", interrupted);
        }
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            String query =
                    Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("");
            boolean isOurs = parameter(query, "state").filter(state::equals).isPresent();
            Optional<String> sent = parameter(query, "code");
            boolean isDone = isOurs && sent.isPresent();
            byte[] page = (isDone
                            ? "You are signed in. Close this page and go on in the terminal.\n"
                            : "This is not the sign-in that the terminal waits for; open the address that it shows.\n")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
            exchange.sendResponseHeaders(isDone ? 200 : 400, page.length);
            exchange.getResponseBody().write(page);
            if (isDone) {
                code.complete(sent.get());
            }
        }
    }

    private static Optional<String> parameter(String query, String name) {
        for (String pair : query.split("&")) {
            if (pair.startsWith(name + "=")) {
                return Optional.of(URLDecoder.decode(pair.substring(name.length() + 1), StandardCharsets.UTF_8));
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        server.stop(1); // the page that says so is on its way
    }
}
