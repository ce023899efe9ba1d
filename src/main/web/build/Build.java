import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Types, bundle and manifest of the studio, by two native programs and no Node: {@code java src/main/web/build/Build.java}
 * in the project's folder, after {@code bin/studio} has put the packages of the lock file into {@code node_modules}.
 *
 * <p>With the argument {@code compare} it leaves what is committed alone, and fails where that differs by one byte.
 *
 * <p>The same sources give the same bytes: names hold digests of contents, and no path of this machine goes into a file.
 */
public final class Build {
    private static final Path WEB = Path.of("src/main/web");

    /** What every bundle of these sources is built with: this one, that of {@code bin/Dev.java}, and that of .ci/studio. */
    private static final Path SHARED = WEB.resolve("build/esbuild.args");

    private static final Path COMMITTED = Path.of("src/main/resources/studio");
    private static final Path MADE = Path.of("target/studio-build");
    private static final Path COMPARED = Path.of("target/studio-compared");

    private static final Pattern IMPORT = Pattern.compile("(?:from|import)\\s*\"\\./([^\"]+\\.js)\"");

    private Build() {}

    public static void main(String[] arguments) throws Exception {
        run(List.of(
                tool("typescript", "tsc"), "-p", WEB.resolve("tsconfig.json").toString()));
        clear(MADE);
        List<String> bundling = new ArrayList<>(List.of(tool("esbuild", "bin/esbuild"), WEB + "/src/start.tsx"));
        bundling.addAll(Files.readAllLines(SHARED));
        bundling.addAll(List.of(
                "--splitting",
                "--minify",
                "--legal-comments=none",
                "--define:process.env.NODE_ENV=\"production\"",
                "--entry-names=[name]-[hash]",
                "--chunk-names=[name]-[hash]",
                "--asset-names=[name]-[hash]",
                "--log-level=warning",
                "--outdir=" + MADE));
        run(bundling);
        boolean compares = List.of(arguments).contains("compare");
        write(compares ? COMPARED : COMMITTED);
        if (compares) {
            compare();
        }
    }

    private static void compare() throws IOException {
        if (!names(COMPARED).equals(names(COMMITTED))) {
            throw new IOException("these files are committed: " + names(COMMITTED) + ", these are built: " + names(COMPARED));
        }
        for (String name : names(COMMITTED)) {
            if (Files.mismatch(COMPARED.resolve(name), COMMITTED.resolve(name)) >= 0) {
                throw new IOException(name + " is not what is built from the sources: run bin/studio");
            }
        }
        System.out.println("the studio is built anew as it is committed, " + names(COMMITTED).size() + " files");
    }

    /** Copies what was made, with the page that names it and the manifest. */
    private static void write(Path out) throws IOException, NoSuchAlgorithmException {
        clear(out);
        List<String> assets = names(MADE);
        for (String asset : assets) {
            Files.copy(MADE.resolve(asset), out.resolve(asset));
        }
        StringBuilder preloads = new StringBuilder();
        for (String asset : firstScreen(assets)) {
            preloads.append("<link rel=\"modulepreload\" href=\"/assets/").append(asset).append("\">\n");
        }
        String page = Files.readString(WEB.resolve("index.html"))
                .replace("{{script}}", first(assets, ".js"))
                .replace("{{style}}", first(assets, ".css"))
                .replace("{{preloads}}\n", preloads);
        Files.writeString(out.resolve("index.html"), page);
        StringBuilder manifest = new StringBuilder("{\n  \"sources\": \"" + digestOfSources() + "\",\n  \"assets\": [");
        for (int i = 0; i < assets.size(); i++) {
            manifest.append(i == 0 ? "\n" : ",\n")
                    .append("    \"")
                    .append(assets.get(i))
                    .append('"');
        }
        Files.writeString(out.resolve("manifest.json"), manifest.append("\n  ]\n}\n"));
    }

    /** What the frame and a list import: the page names it, so that a browser asks for all of it at once. */
    private static Set<String> firstScreen(List<String> assets) throws IOException {
        Set<String> found = new TreeSet<>();
        List<String> left = new ArrayList<>(assets.stream()
                .filter(asset -> asset.matches("(start|project|list)-[A-Z0-9]+\\.js"))
                .toList());
        while (!left.isEmpty()) {
            String asset = left.removeLast();
            if (found.add(asset)) {
                Matcher imports = IMPORT.matcher(Files.readString(MADE.resolve(asset)));
                while (imports.find()) {
                    left.add(imports.group(1));
                }
            }
        }
        return found;
    }

    private static String first(List<String> assets, String end) {
        return assets.stream()
                .filter(asset -> asset.startsWith("start-") && asset.endsWith(end))
                .findFirst()
                .orElseThrow();
    }

    /** Of every file below {@code src/main/web}: a test of the project computes the same and compares. */
    private static String digestOfSources() throws IOException, NoSuchAlgorithmException {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        List<Path> files;
        try (Stream<Path> found = Files.walk(WEB)) {
            files = found.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".md"))
                    .sorted(Comparator.comparing(Path::toString))
                    .toList();
        }
        for (Path file : files) {
            digest.update((WEB.relativize(file) + "\n").getBytes(StandardCharsets.UTF_8));
            digest.update(Files.readAllBytes(file));
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static void clear(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (String name : names(folder)) {
            Files.delete(folder.resolve(name));
        }
    }

    /** The native program of a package; which of its packages has it depends on the machine. */
    private static String tool(String name, String path) throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("mac") ? "darwin" : "linux";
        String processor = System.getProperty("os.arch").contains("aarch64") ? "arm64" : "x64";
        List<String> places = new ArrayList<>();
        for (String scope : List.of("@" + name + "/", "@" + name + "/" + name + "-", "@" + name + "/native-preview-")) {
            for (String inside : List.of(path, "bin/" + path, "lib/" + path)) {
                places.add("node_modules/" + scope + system + "-" + processor + "/" + inside);
            }
        }
        return places.stream()
                .filter(place -> Files.isExecutable(Path.of(place)))
                .findFirst()
                .orElseThrow(() -> new IOException("there is no executable of " + name + " among " + places));
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            System.exit(status);
        }
    }
}
