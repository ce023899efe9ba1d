import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.imageio.ImageIO;

/**
 * Measures media over HTTP against a running instance on loopback:
 * {@code java bench/MediaBench.java <base url> <photo> <folder> <rounds> <assets> <saves> <bytes of a large file>}.
 *
 * <p>Prints how long the first picture of 800 wide takes, what eight large uploads at once do to the memory of the
 * process SERVICE_PID, what lists and searches of many assets take, and saves with and without where-used, which take
 * turns. Leaves in the folder the files that {@code bench/media.sh} lets nginx serve, and in {@code paths} where ours
 * are read.
 */
public final class MediaBench {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final int UPLOADS_AT_ONCE = 8;
    private static final int QUESTIONS = 200;
    private static final int ENTRIES = 100;
    private static final int REST_SECONDS = 65;
    private static final int PICTURE_BYTES = 50 * 1024;
    private static final int RANGED_BYTES = 20 << 20;
    private static final String BOUNDARY = "bench-of-media";

    private final String base;
    private final Path folder;
    private final String token;
    private final SaveBench with;
    private final String projectId;
    private final String key;

    private MediaBench(String base, Path folder) throws Exception {
        this.base = base;
        this.folder = folder;
        this.token = SaveBench.signIn(base);
        this.with = new SaveBench(base, token);
        with.prepare(ENTRIES, 1);
        this.projectId = with.project.substring(with.project.lastIndexOf('/') + 1);
        with.send("PATCH", with.project + "/cdn/settings", "{\"cdn_enabled\":true}");
        this.key = SaveBench.find(
                with.send("POST", with.project + "/cdn/keys",
                        "{\"name\":\"bench\",\"scopes\":[\"delivery\",\"media:read\",\"media:write\"]}"),
                "\"key\":\"([^\"]+)\"");
    }

    public static void main(String[] arguments) throws Exception {
        MediaBench bench = new MediaBench(arguments[0], Path.of(arguments[2]));
        int rounds = Integer.parseInt(arguments[3]);
        bench.derivatives(Path.of(arguments[1]), rounds);
        bench.derivativeAfterRest(Path.of(arguments[1]));
        bench.saves(Integer.parseInt(arguments[5]));
        bench.filesToServe();
        bench.uploadsAtOnce(Integer.parseInt(arguments[6]));
        bench.lists(Integer.parseInt(arguments[4]));
    }

    /** A size that nobody has asked for: from the photo to the last byte of the answer. */
    private void derivatives(Path photo, int rounds) throws Exception {
        String asset = upload("photo.jpg", BodyPublishers.ofFile(photo));
        String path = delivered(asset);
        long[] nanos = new long[rounds + 1];
        for (int i = 0; i <= rounds; i++) {
            long began = System.nanoTime();
            get(path + "?w=" + (800 + i), key);
            nanos[i] = System.nanoTime() - began;
        }
        double first = nanos[0] / 1e6;
        long[] more = Arrays.copyOfRange(nanos, 1, nanos.length);
        Arrays.sort(more);
        System.out.printf(
                "a new derivative of 24 megapixels, 800 wide: first %.0f ms, median of %d more %.0f ms, max %.0f ms%n",
                first, rounds, more[more.length / 2] / 1e6, more[more.length - 1] / 1e6);
    }

    /** The same where no worker runs any more. */
    private void derivativeAfterRest(Path photo) throws Exception {
        String path = delivered(upload("photo again.jpg", BodyPublishers.ofFile(photo)));
        TimeUnit.SECONDS.sleep(REST_SECONDS);
        long began = System.nanoTime();
        get(path + "?w=799", key);
        System.out.printf("a derivative after a minute of rest: %.0f ms%n", (System.nanoTime() - began) / 1e6);
    }

    /** The same texts are saved to a project that has assets, whose uses are followed, and to one that has none. */
    private void saves(int saves) throws Exception {
        SaveBench without = new SaveBench(base, token);
        without.prepare(ENTRIES, 1);
        String asset = upload("used.pdf", BodyPublishers.ofByteArray(document(0, 2_000)));
        String text = SaveBench.find(asset, "\"originalPath\":\"([^\"]+)\"");
        for (int i = 0; i < saves / 2; i++) {
            with.save(text + " warm " + i);
            without.save(text + " warm " + i);
        }
        long[] followed = new long[saves];
        long[] plain = new long[saves];
        for (int i = 0; i < saves; i++) {
            for (int turn = 0; turn < 2; turn++) {
                boolean follows = turn == i % 2;
                long began = System.nanoTime();
                (follows ? with : without).save(text + " save " + i);
                (follows ? followed : plain)[i] = System.nanoTime() - began;
            }
        }
        Arrays.sort(followed);
        Arrays.sort(plain);
        double a = followed[saves / 2] / 1e6;
        double b = plain[saves / 2] / 1e6;
        System.out.printf("save with where-used: p50 %.2f ms, without %.2f ms, ratio %.3f%n", a, b, a / b);
    }

    /** A picture of about 50 KB and a document of 20 MB, as they are delivered. */
    private void filesToServe() throws Exception {
        int edge = 240;
        String asset = "";
        for (int tries = 0; tries < 8; tries++) {
            asset = upload("noise.jpg", BodyPublishers.ofByteArray(noise(edge)));
            long size = Long.parseLong(SaveBench.find(asset, "\"size\":(\\d+)"));
            if (Math.abs(size - PICTURE_BYTES) < PICTURE_BYTES / 50) {
                break;
            }
            edge = (int) Math.round(edge * Math.sqrt((double) PICTURE_BYTES / size));
        }
        String picture = delivered(asset);
        Files.write(folder.resolve("picture.webp"), get(picture, key));
        String large = delivered(upload("large.pdf", BodyPublishers.ofByteArray(document(1, RANGED_BYTES))));
        Files.write(folder.resolve("large.pdf"), get(large, key));
        Files.writeString(folder.resolve("paths"), key + " " + picture + " " + large + "\n");
    }

    private void uploadsAtOnce(int bytes) throws Exception {
        upload("warm.pdf", BodyPublishers.ofByteArray(document(2, bytes)));
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < UPLOADS_AT_ONCE; i++) {
            files.add(Files.write(folder.resolve("upload-" + i), document(10 + i, bytes)));
        }
        TimeUnit.SECONDS.sleep(2); // what the warm-up left is given back
        long before = residentKilobytes("VmRSS");
        long anonymous = residentKilobytes("RssAnon");
        AtomicLong peak = new AtomicLong(before);
        AtomicLong anonymousPeak = new AtomicLong(anonymous);
        long began = System.nanoTime();
        try (ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();
                ExecutorService people = Executors.newFixedThreadPool(UPLOADS_AT_ONCE)) {
            watch.scheduleAtFixedRate(() -> {
                peak.accumulateAndGet(residentKilobytes("VmRSS"), Math::max);
                anonymousPeak.accumulateAndGet(residentKilobytes("RssAnon"), Math::max);
            }, 0, 20, TimeUnit.MILLISECONDS);
            List<Callable<String>> all = new ArrayList<>();
            files.forEach(file -> all.add(() -> upload("many.pdf", BodyPublishers.ofFile(file))));
            for (Future<String> one : people.invokeAll(all)) {
                one.get();
            }
            watch.shutdownNow();
        }
        for (Path file : files) {
            Files.delete(file);
        }
        System.out.printf(
                "%d uploads of %.1f MB at once: %.1f s; service memory +%.0f MiB (of its own +%.0f MiB) over %.0f MiB%n",
                UPLOADS_AT_ONCE, bytes / 1048576.0, (System.nanoTime() - began) / 1e9, (peak.get() - before) / 1024.0,
                (anonymousPeak.get() - anonymous) / 1024.0, before / 1024.0);
    }

    private void lists(int assets) throws Exception {
        AtomicInteger next = new AtomicInteger();
        long began = System.nanoTime();
        try (ExecutorService people = Executors.newFixedThreadPool(UPLOADS_AT_ONCE)) {
            List<Callable<Void>> all = new ArrayList<>();
            for (int i = 0; i < UPLOADS_AT_ONCE; i++) {
                all.add(() -> {
                    for (int n = next.getAndIncrement(); n < assets; n = next.getAndIncrement()) {
                        upload("paper " + n + ".pdf", BodyPublishers.ofByteArray(document(1_000 + n, 600)));
                    }
                    return null;
                });
            }
            for (Future<Void> one : people.invokeAll(all)) {
                one.get();
            }
        }
        System.out.printf("%d uploads of 600 bytes by %d callers: %.0f a second%n",
                assets, UPLOADS_AT_ONCE, assets / ((System.nanoTime() - began) / 1e9));
        ask(assets, "first page", "?limit=20");
        ask(assets, "page of 100", "?limit=100");
        ask(assets, "last page", "?limit=20&page=" + Math.max(1, assets / 20));
        ask(assets, "by name", "?limit=20&sort=name");
        ask(assets, "search of one", "?limit=20&search=paper%20" + assets / 2 + ".");
        ask(assets, "search of most", "?limit=20&search=paper");
        ask(assets, "search of none", "?limit=20&search=nowhere");
        ask(assets, "unused", "?limit=20&unused=true");
        ask(assets, "without alt", "?limit=20&missingAlt=true");
    }

    private void ask(int assets, String what, String query) throws Exception {
        for (int i = 0; i < QUESTIONS / 2; i++) {
            get(with.project + "/media" + query, token);
        }
        long[] nanos = new long[QUESTIONS];
        for (int i = 0; i < QUESTIONS; i++) {
            long began = System.nanoTime();
            get(with.project + "/media" + query, token);
            nanos[i] = System.nanoTime() - began;
        }
        Arrays.sort(nanos);
        System.out.printf("list of %d assets, %s: p50 %.1f ms, p99 %.1f ms%n",
                assets, what, nanos[QUESTIONS / 2] / 1e6, nanos[QUESTIONS * 99 / 100] / 1e6);
    }

    /** Sends a file with the key and answers with the asset. */
    private String upload(String name, BodyPublisher content) throws Exception {
        String head = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name
                + "\"\r\nContent-Type: application/octet-stream\r\n\r\n";
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/api/media/v1/" + projectId + "/assets"))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(BodyPublishers.concat(
                        BodyPublishers.ofString(head),
                        content,
                        BodyPublishers.ofString("\r\n--" + BOUNDARY + "--\r\n")))
                .build();
        HttpResponse<String> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 201) {
            throw new IllegalStateException(name + ": " + response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    private static String delivered(String asset) {
        return SaveBench.find(asset, "\"url\":\"https?://[^/]+([^\"]+)\"");
    }

    private byte[] get(String path, String bearer) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .header("Authorization", "Bearer " + bearer)
                .build();
        HttpResponse<byte[]> response = CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IllegalStateException(path + ": " + response.statusCode() + " " + new String(response.body()));
        }
        return response.body();
    }

    /** One document of exactly so many bytes, and no other with the same. */
    private static byte[] document(int number, int bytes) {
        byte[] all = new byte[bytes];
        Arrays.fill(all, (byte) 'x');
        byte[] begin = ("%PDF-1.4\n% " + number + "\n1 0 obj\n<<>>\nendobj\n%").getBytes(StandardCharsets.US_ASCII);
        byte[] end = "\n%%EOF\n".getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(begin, 0, all, 0, begin.length);
        System.arraycopy(end, 0, all, bytes - end.length, end.length);
        return all;
    }

    private static byte[] noise(int edge) throws Exception {
        Random random = new Random(edge);
        BufferedImage picture = new BufferedImage(edge, edge, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < edge * edge; i++) {
            picture.setRGB(i % edge, i / edge, random.nextInt(1 << 24));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(picture, "jpeg", out);
        return out.toByteArray();
    }

    private static long residentKilobytes(String what) {
        try {
            return Files.readAllLines(Path.of("/proc", System.getenv("SERVICE_PID"), "status")).stream()
                    .filter(line -> line.startsWith(what + ":"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .sum();
        } catch (java.io.IOException gone) {
            return 0;
        }
    }
}
