package cms.git;

import static java.nio.charset.StandardCharsets.UTF_8;

import cms.git.remote.RemoteAddress;
import cms.git.remote.RemoteAddresses;
import cms.platform.config.Secret;
import cms.platform.net.NetSettings;
import cms.platform.net.OutgoingHttp;
import cms.testing.GitClient;
import cms.testing.TestApp;
import cms.testing.World;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Run by {@code bin/large}, each time in a process with a small heap: {@code make <folder> <files>} makes the
 * repository {@code <folder>/big/site.git} with 10 KB of noise in each file; {@code fetch <folder>} mirrors it, reads
 * its content and saves; {@code push <folder> <megabytes>} pushes a large pack to the built-in host. Prints what it
 * took; a heap that is too small ends it.
 */
final class LargeRepositories {
    private static final String SITE = "big/site";
    private static final int FILE_BYTES = 10 << 20;
    private static final Authorship BO = new Authorship("bo", "bo@example.com", Instant.parse("2026-11-02T08:00:00Z"));

    private LargeRepositories() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]);
        long begun = System.nanoTime();
        String what = switch (arguments[0]) {
            case "make" -> make(folder, Integer.parseInt(arguments[2]));
            case "fetch" -> fetch(folder);
            case "push" -> push(folder, Integer.parseInt(arguments[2]));
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
        System.out.println(what + ", " + seconds + " s, heap at most "
                + (Runtime.getRuntime().maxMemory() >> 20) + " MiB, resident at most " + residentMegabytes() + " MiB");
        System.exit(0);
    }

    private static String make(Path folder, int files) throws IOException, InterruptedException {
        Path bare = Files.createDirectories(folder.resolve(SITE + ".git"));
        GitClient git = GitClient.at(bare);
        git.git("init", "--quiet", "--bare", "--initial-branch=main");
        git.git("config", "http.receivepack", "true");
        Process importing = new ProcessBuilder("git", "-C", bare.toString(), "fast-import", "--quiet", "--done")
                .inheritIO()
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        Random noise = new Random(11);
        byte[] picture = new byte[10_240];
        try (OutputStream out = new BufferedOutputStream(importing.getOutputStream(), 1 << 20)) {
            out.write(
                    "commit refs/heads/main\ncommitter a <a@example.com> 1700000000 +0000\ndata 0\n\n".getBytes(UTF_8));
            out.write("M 100644 inline .cms/config.json\ndata 3\n{}\n\n".getBytes(UTF_8));
            for (int file = 0; file < files; file++) {
                noise.nextBytes(picture);
                String name = "assets/" + file % 100 + "/" + file + ".bin";
                out.write(("M 100644 inline " + name + "\ndata " + picture.length + "\n").getBytes(UTF_8));
                out.write(picture);
                out.write('\n');
            }
            out.write("done\n".getBytes(UTF_8));
        }
        return "made " + files + " files, git ended with " + importing.waitFor();
    }

    private static String fetch(Path folder) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> backend(exchange, folder));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/" + SITE + ".git";
        RemoteAddress address = new RemoteAddress(URI.create(url), "x", new Secret("x"));
        RemoteAddresses host = new RemoteAddresses() {
            @Override
            public RemoteAddress address(String fullName) {
                return address;
            }

            @Override
            public RemoteAddress addressAfter(String fullName, RemoteAddress refused) {
                return address;
            }
        };
        Path place = Files.createTempDirectory(folder, "mirrors");
        OutgoingHttp net = new OutgoingHttp(new NetSettings(List.of(), null));
        try (Repositories mirrors =
                Repositories.mirrors(place, host, net.streamsToSettings(), InstantSource.system(), new Contents())) {
            Repository mirror = mirrors.create(SITE, "main");
            mirror.refresh();
            CommitId main = mirror.tip("main").orElseThrow();
            int[] read = new int[2];
            Tree tree = mirror.tree(main);
            tree.walk("", entry -> read[0]++);
            tree.walk(".cms", entry -> read[1] += tree.read(entry.blob(), 1 << 20).length > 0 ? 1 : 0);
            mirror.write(writing -> {
                ChangeSet change =
                        ChangeSet.builder().put(".cms/new.json", "{}\n").build();
                CommitId made = writing.commit(writing.tree(main), change, List.of(main), BO, "save");
                writing.create("cms", made);
                return made;
            });
            return "fetched " + read[0] + " files, " + read[1] + " of content read, one save, mirror of "
                    + (bytes(place) >> 20) + " MiB";
        } finally {
            net.close();
            server.stop(0);
            GitClient.at(folder).git("--git-dir", folder.resolve(SITE + ".git").toString(), "branch", "-D", "cms");
        }
    }

    private static final class Contents implements Repositories.ContentFolders {
        @Override
        public Set<String> homes(Tree tip) {
            return Set.of(".cms");
        }

        @Override
        public Set<String> further(Tree tip, Set<String> homes) {
            return Set.of();
        }
    }

    private static String push(Path folder, int megabytes) throws IOException {
        try (TestApp app = TestApp.start()) {
            World world = World.blog(app);
            World.connect(world.ada(), world.workspaceId(), "starters/blank", "large");
            GitClient clone = GitClient.clone(folder, world.ada(), "ada/large");
            clone.git("config", "core.compression", "0");
            Random noise = new Random(7);
            byte[] bytes = new byte[FILE_BYTES];
            for (int number = 0; number * (long) FILE_BYTES < (long) megabytes << 20; number++) {
                noise.nextBytes(bytes);
                Files.write(clone.folder().resolve(number + ".bin"), bytes);
            }
            clone.commit("much");
            clone.git("push", "--quiet", "origin", "main");
            return "pushed " + megabytes + " MiB to the built-in host";
        }
    }

    /** Git's own server, streamed, so that only the client counts. */
    private static void backend(HttpExchange exchange, Path folder) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder("git", "http-backend").redirectError(ProcessBuilder.Redirect.DISCARD);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("GIT_"));
        environment.putAll(Map.of(
                "GIT_PROJECT_ROOT", folder.toString(),
                "GIT_HTTP_EXPORT_ALL", "1",
                "REMOTE_USER", "x",
                "REQUEST_METHOD", exchange.getRequestMethod(),
                "PATH_INFO", exchange.getRequestURI().getPath(),
                "QUERY_STRING", String.valueOf(exchange.getRequestURI().getRawQuery()),
                "GIT_PROTOCOL", header(exchange, "Git-Protocol"),
                "CONTENT_TYPE", header(exchange, "Content-Type")));
        byte[] body = exchange.getRequestBody().readAllBytes();
        environment.put("CONTENT_LENGTH", Integer.toString(body.length));
        Process process = builder.start();
        Thread.ofVirtual().start(() -> {
            try (OutputStream in = process.getOutputStream()) {
                in.write(body);
            } catch (IOException notInterested) {
                // Git says in its answer what it did not like.
            }
        });
        try (InputStream answer = new BufferedInputStream(process.getInputStream());
                OutputStream out = exchange.getResponseBody()) {
            int status = 200;
            for (String line = line(answer); !line.isEmpty(); line = line(answer)) {
                String[] field = line.split(": ", 2);
                if (field[0].equals("Status")) {
                    status = Integer.parseInt(field[1].substring(0, 3));
                } else {
                    exchange.getResponseHeaders().add(field[0], field[1]);
                }
            }
            exchange.sendResponseHeaders(status, 0);
            answer.transferTo(out);
        }
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int octet = in.read(); octet >= 0 && octet != '\n'; octet = in.read()) {
            line.write(octet);
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }

    private static long bytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    /** What the system says; 0 where it does not. */
    private static long residentMegabytes() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                ? Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("VmHWM:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
                        .findFirst()
                        .orElse(0)
                : 0;
    }
}
