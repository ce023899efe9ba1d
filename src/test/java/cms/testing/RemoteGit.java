package cms.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPInputStream;

/**
 * A Git host of somebody else: bare repositories behind Git's own {@code git http-backend}, with a person at the plug.
 * It counts requests and can refuse, cut off, hold up or go away.
 */
public final class RemoteGit implements AutoCloseable {
    /** What becomes of a request. */
    public enum Fault {
        NONE,
        /** The connection is closed before Git has heard of the request. */
        CUT_BEFORE,
        /** Git acts on the request, and the answer never comes. */
        CUT_AFTER,
        /** Half of the answer comes. */
        CUT_INSIDE,
        /** The connection is closed, and Git acts on the request at {@link #release}. */
        LATE,
        /** Nothing at all, until {@link #release}. */
        HANG,
        /** A head, and then nothing until {@link #release}. */
        HANG_INSIDE,
        STATUS_401,
        STATUS_403,
        STATUS_404,
        STATUS_409,
        STATUS_422,
        STATUS_429,
        STATUS_500,
        STATUS_503
    }

    /** A fault for requests whose path ends so; {@code times} of them. */
    private record PlannedFault(String pathEnd, Fault fault, int times, Map<String, String> headers) {
        boolean meets(String path) {
            return times > 0 && path.endsWith(pathEnd);
        }
    }

    private final Path folder;
    private final HttpServer server;
    private final List<String> requests = new ArrayList<>();
    private final AtomicReference<PlannedFault> planned =
            new AtomicReference<>(new PlannedFault("", Fault.NONE, 0, Map.of()));
    private volatile CountDownLatch held = new CountDownLatch(1);
    private volatile String token = "first-token";
    private final AtomicInteger lateAnswers = new AtomicInteger();

    private RemoteGit(Path folder, HttpServer server) {
        this.folder = folder;
        this.server = server;
    }

    public static RemoteGit in(Path folder) {
        try {
            Files.createDirectories(folder);
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            RemoteGit git = new RemoteGit(folder, server);
            server.createContext("/", git::answer);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.start();
            return git;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Makes a repository with one commit on {@code main}. */
    public Path create(String fullName) {
        Path bare = bare(fullName);
        at(folder).git("init", "--quiet", "--bare", "--initial-branch=main", bare.toString());
        at(bare).git("config", "http.receivepack", "true");
        at(bare).git("config", "receive.fsckObjects", "true");
        Path work = clone(fullName);
        commit(work, "README.md", "hello\n");
        at(work).git("push", "--quiet", "origin", "HEAD:main");
        return bare;
    }

    /** A clone in a folder of its own, straight from the disk of the host. */
    public Path clone(String fullName) {
        try {
            Path work = Files.createTempDirectory(folder, "work");
            at(work).git("clone", "--quiet", bare(fullName).toString(), ".");
            return work;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Somebody else commits on what the clone has checked out. */
    public static void commit(Path work, String path, String text) {
        try {
            Files.createDirectories(work.resolve(path).getParent());
            Files.writeString(work.resolve(path), text);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        at(work).git("add", ".");
        at(work).git("commit", "--quiet", "-m", "change " + path);
    }

    public Path bare(String fullName) {
        return folder.resolve(fullName + ".git");
    }

    /** Where a branch stands on the host; empty text when there is none. */
    public String tip(String fullName, String branch) {
        return at(bare(fullName))
                .attempt("rev-parse", "--verify", "--quiet", "refs/heads/" + branch)
                .output()
                .strip();
    }

    /** A file on a branch of the host. */
    public String read(String fullName, String branch, String path) {
        return at(bare(fullName)).git("show", branch + ":" + path);
    }

    private static GitClient at(Path folder) {
        return GitClient.at(folder);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The only password that is taken from now on. */
    public void takeOnly(String newToken) {
        token = newToken;
    }

    /** The next requests whose path ends so meet a fault. */
    public void fault(String pathEnd, Fault fault, int times) {
        fault(pathEnd, fault, times, Map.of());
    }

    /** The same with headers of the answer. */
    public void fault(String pathEnd, Fault fault, int times, Map<String, String> headers) {
        planned.set(new PlannedFault(pathEnd, fault, times, headers));
    }

    public void noFault() {
        planned.set(new PlannedFault("", Fault.NONE, 0, Map.of()));
        release();
    }

    public void release() {
        CountDownLatch before = held;
        held = new CountDownLatch(1);
        before.countDown();
    }

    /** How many requests Git has acted on after nobody waited any more. */
    public int lateAnswers() {
        return lateAnswers.get();
    }

    /** The paths that were asked for since the last time, without the repository. */
    public List<String> requests() {
        return requests("");
    }

    /** The same of one repository; a job may ask for others at any moment. */
    public List<String> requests(String fullName) {
        synchronized (requests) {
            List<String> seen = requests.stream()
                    .filter(path -> path.startsWith("/" + fullName))
                    .map(path -> path.replaceFirst(".*\\.git/", ""))
                    .toList();
            requests.clear();
            return seen;
        }
    }

    @Override
    public void close() {
        release();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        CountDownLatch end = held; // Whoever sees this request, or its connection closed, can release it.
        byte[] body = exchange.getRequestBody().readAllBytes();
        String path = exchange.getRequestURI().getPath();
        synchronized (requests) {
            requests.add(path);
        }
        String basic = "Basic "
                + Base64.getEncoder().encodeToString(("x-access-token:" + token).getBytes(StandardCharsets.UTF_8));
        PlannedFault met = fault(path);
        Fault fault = met.fault();
        switch (fault) {
            case STATUS_401, STATUS_403, STATUS_404, STATUS_409, STATUS_422, STATUS_429, STATUS_500, STATUS_503 -> {
                met.headers().forEach(exchange.getResponseHeaders()::set);
                status(exchange, Integer.parseInt(fault.name().substring(7)));
            }
            case HANG_INSIDE -> {
                exchange.sendResponseHeaders(200, 1000);
                exchange.getResponseBody().flush();
                await(end);
                exchange.close();
            }
            case CUT_BEFORE -> exchange.close();
            case LATE -> {
                exchange.close();
                await(end);
                backend(exchange, path, body);
                lateAnswers.incrementAndGet();
            }
            case HANG -> {
                await(end);
                exchange.close();
            }
            case NONE, CUT_AFTER, CUT_INSIDE -> {
                if (!basic.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                    status(exchange, 401);
                } else {
                    send(exchange, fault, backend(exchange, path, body));
                }
            }
        }
    }

    private PlannedFault fault(String path) {
        PlannedFault met = planned.getAndUpdate(now ->
                now.meets(path) ? new PlannedFault(now.pathEnd(), now.fault(), now.times() - 1, now.headers()) : now);
        return met.meets(path) ? met : new PlannedFault("", Fault.NONE, 0, Map.of());
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private static void status(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    private static void send(HttpExchange exchange, Fault fault, byte[] answer) throws IOException {
        if (fault == Fault.CUT_AFTER) {
            exchange.close();
            return;
        }
        int end = headerEnd(answer);
        int status = 200;
        for (String line : new String(answer, 0, end, StandardCharsets.ISO_8859_1).split("\r?\n")) {
            String[] field = line.split(": ", 2);
            if (field[0].equals("Status")) {
                status = Integer.parseInt(field[1].substring(0, 3));
            } else if (field.length == 2) {
                exchange.getResponseHeaders().add(field[0], field[1]);
            }
        }
        int length = answer.length - end - 4;
        exchange.sendResponseHeaders(status, length == 0 ? -1 : length);
        try (OutputStream out = exchange.getResponseBody()) {
            if (fault == Fault.CUT_INSIDE) {
                out.write(answer, end + 4, length / 2);
                out.flush();
                exchange.close();
                return;
            }
            out.write(answer, end + 4, length);
        }
    }

    private static int headerEnd(byte[] answer) {
        for (int i = 0; i + 3 < answer.length; i++) {
            if (answer[i] == '\r' && answer[i + 1] == '\n' && answer[i + 2] == '\r' && answer[i + 3] == '\n') {
                return i;
            }
        }
        throw new IllegalStateException("git http-backend did not answer");
    }

    private byte[] backend(HttpExchange exchange, String path, byte[] body) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("git", "http-backend").redirectError(ProcessBuilder.Redirect.DISCARD);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("GIT_"));
        environment.putAll(Map.of(
                "GIT_PROJECT_ROOT",
                folder.toString(),
                "GIT_HTTP_EXPORT_ALL",
                "1",
                "GIT_CONFIG_GLOBAL",
                "/dev/null",
                "GIT_CONFIG_NOSYSTEM",
                "1",
                "REMOTE_USER",
                "app",
                "REQUEST_METHOD",
                exchange.getRequestMethod(),
                "PATH_INFO",
                path,
                "QUERY_STRING",
                String.valueOf(exchange.getRequestURI().getRawQuery()),
                "CONTENT_LENGTH",
                Integer.toString(body.length)));
        header(exchange, "Content-Type", environment, "CONTENT_TYPE");
        header(exchange, "Git-Protocol", environment, "GIT_PROTOCOL");
        boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        byte[] plain = zipped ? unzipped(body) : body;
        environment.put("CONTENT_LENGTH", Integer.toString(plain.length));
        Process process = builder.start();
        Thread.ofVirtual().start(() -> feed(process, plain));
        return process.getInputStream().readAllBytes();
    }

    private static byte[] unzipped(byte[] body) throws IOException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        try (InputStream in = new GZIPInputStream(new java.io.ByteArrayInputStream(body))) {
            in.transferTo(plain);
        }
        return plain.toByteArray();
    }

    private static void header(HttpExchange exchange, String name, Map<String, String> environment, String variable) {
        String value = exchange.getRequestHeaders().getFirst(name);
        if (value != null) {
            environment.put(variable, value);
        }
    }

    private static void feed(Process process, byte[] body) {
        try (OutputStream in = process.getOutputStream()) {
            in.write(body);
        } catch (IOException notInterested) {
            // Git has its reasons, and says them in its answer.
        }
    }
}
