package cms.web;

import static org.assertj.core.api.Assertions.assertThat;

import cms.format.FieldType;
import cms.platform.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The committed bundle belongs to its sources, stays small, and its sources keep their order. Needs no browser and no
 * network.
 */
class BundleTest {
    private static final Path WEB = Path.of("src/main/web");
    private static final Path BUILT = Path.of("src/main/resources/studio");
    private static final int KILOBYTE = 1000;
    private static final Path WORDS = WEB.resolve("src/words");
    private static final int LINES_MAX = 350;
    private static final int WIDTH_MAX = 360;
    private static final int LINES_OF_90_PERCENT_MAX = 200;

    /** What may import what: a folder those before it. */
    private static final List<String> ORDER = List.of("look", "words", "api", "replica", "parts", "fields", "screens");

    private static final Pattern IMPORT = Pattern.compile("(?:from|import)\\s*\\(?'(\\.[^']*)'");

    /** What a built script names as needed before it runs; what it loads later stands in a call. */
    private static final Pattern STATIC = Pattern.compile("(?:from|import)\"\\./([^\"]+\\.js)\"");

    @Test
    void theBundleWasBuiltFromTheseSources() throws Exception {
        assertThat(manifest().path("sources").asString())
                .as("the sources of the studio have changed: run bin/studio and commit what it builds")
                .isEqualTo(digestOfSources());
    }

    @Test
    void theManifestListsWhatIsThere() throws IOException {
        Set<String> there = new TreeSet<>();
        try (Stream<Path> files = Files.list(BUILT)) {
            files.map(file -> file.getFileName().toString()).forEach(there::add);
        }
        there.removeAll(Set.of("index.html", "manifest.json"));
        Set<String> listed = new TreeSet<>();
        manifest().path("assets").forEach(name -> listed.add(name.asString()));
        assertThat(there).isEqualTo(listed);
    }

    @Test
    void theFirstScreenIsSmallAndSoIsEverything() throws IOException {
        long first = 0;
        long styles = 0;
        long all = 0;
        for (JsonNode asset : manifest().path("assets")) {
            String name = asset.asString();
            long bytes = gzipped(BUILT.resolve(name));
            all += bytes;
            styles += name.endsWith(".css") ? bytes : 0;
            first += name.endsWith(".js") && name.matches("(start|project|list|chunk)-.*") && isEarly(name) ? bytes : 0;
        }
        assertThat(first).as("script of the first screen").isLessThan(100 * KILOBYTE);
        assertThat(styles).as("styles").isLessThan(20 * KILOBYTE);
        assertThat(all).as("everything").isLessThan(400 * KILOBYTE);
    }

    @Test
    void theEditorOfAnEntryAddsLittleToTheFirstScreen() throws IOException {
        Set<String> first = withImports(List.of("start", "project", "list"));
        long added = 0;
        for (String name : withImports(List.of("entry"))) {
            added += first.contains(name) ? 0 : gzipped(BUILT.resolve(name));
        }
        assertThat(added).as("script of the editor").isBetween(10L * KILOBYTE, 230L * KILOBYTE);
    }

    /** The jar has no other form of these files: those that a browser asks for are made when they are asked for. */
    @Test
    void theJarGrowsByLittle() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(BUILT)) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        assertThat(bytes).as("bytes in the jar before it packs them").isLessThan(2_000L * KILOBYTE);
    }

    @Test
    void nothingIsCalledAfterHavingNoName() throws IOException {
        for (Path file : sources()) {
            assertThat(WEB.relativize(file).toString().toLowerCase(Locale.ROOT)).doesNotContainPattern("\\butils?\\b");
        }
    }

    /** A type that the studio lacks is edited as JSON, and one that the service lacks is offered in vain. */
    @Test
    void theStudioHasTheFieldTypesOfTheService() throws IOException {
        String registry = Files.readString(WEB.resolve("src/fields/registry.tsx"));
        String union = registry.substring(registry.indexOf("export type FieldType ="));
        Set<String> known = new TreeSet<>();
        Matcher names = Pattern.compile("'(\\w+)'").matcher(union.substring(0, union.indexOf(';')));
        while (names.find()) {
            known.add(names.group(1));
        }
        assertThat(known)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(FieldType.values()).map(FieldType::wireName).toList());
    }

    @Test
    void aFolderImportsOnlyFoldersBeforeItAndAScreenNoOtherScreen() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path file : sources()) {
            Path folder = WEB.resolve("src").relativize(file).getParent();
            if (folder == null) {
                continue; // start.tsx and project.tsx, which put everything together
            }
            Matcher imports = IMPORT.matcher(Files.readString(file));
            while (imports.find()) {
                Path target = WEB.resolve("src")
                        .relativize(file.getParent().resolve(imports.group(1)).normalize());
                String room = target.getName(0).toString();
                boolean ofAnotherScreen =
                        room.equals("screens") && folder.startsWith(room) && !folder.equals(target.getParent());
                if (ofAnotherScreen
                        || ORDER.indexOf(room) > ORDER.indexOf(folder.getName(0).toString())) {
                    wrong.add(file + " imports " + target);
                }
                boolean screens = room.equals("screens") && folder.startsWith("screens");
                if (screens && target.getNameCount() > 2 && !target.getName(1).equals(screen(folder))) {
                    wrong.add(file + " imports the screen " + target);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** The folder of a screen; what stands beside these folders is the frame around them, and belongs to no screen. */
    private static Path screen(Path folder) {
        return folder.getNameCount() > 1 ? folder.getName(1) : folder;
    }

    @Test
    void filesStayShort() throws IOException {
        List<Integer> lengths = new ArrayList<>();
        for (Path file : sources()) {
            if (!file.startsWith(WORDS)) {
                lengths.add(Files.readAllLines(file).size());
            }
        }
        lengths.sort(Comparator.naturalOrder());
        assertThat(lengths.getLast()).isLessThanOrEqualTo(LINES_MAX);
        assertThat(lengths.get(lengths.size() * 9 / 10)).isLessThanOrEqualTo(LINES_OF_90_PERCENT_MAX);
    }

    /** Words are one to a line, so that two people who change some do not meet; other lines have a bound. */
    @Test
    void linesStayReadable() throws IOException {
        for (Path file : sources()) {
            boolean areWords = file.startsWith(WORDS);
            for (String line : Files.readAllLines(file)) {
                if (areWords) {
                    assertThat(line)
                            .as(file.toString())
                            .doesNotContainPattern("^  ('[^']+'|\\w+): '.*', ('[^']+'|\\w+): '");
                } else {
                    assertThat(line.length()).as("%s: %s", file, line).isLessThanOrEqualTo(WIDTH_MAX);
                }
            }
        }
    }

    @Test
    void nothingTurnsTextOfContentIntoHtmlOrKeepsASecret() throws IOException {
        for (Path file : sources()) {
            assertThat(Files.readString(file))
                    .as(file.toString())
                    .doesNotContain("dangerouslySetInnerHTML")
                    .doesNotContain("innerHTML")
                    .doesNotContain("eval(");
        }
    }

    /** Chunks that only a later screen loads do not count for the first one. */
    private static boolean isEarly(String name) throws IOException {
        if (!name.startsWith("chunk-")) {
            return true;
        }
        Map<String, String> first = Map.of("start", "", "project", "", "list", "");
        for (JsonNode asset : manifest().path("assets")) {
            String other = asset.asString();
            boolean early = first.containsKey(other.substring(0, other.indexOf('-')));
            if (early && Files.readString(BUILT.resolve(other)).contains("from\"./" + name)) {
                return true;
            }
        }
        return false;
    }

    /** The scripts of these names and whatever those import before they run. */
    private static Set<String> withImports(List<String> names) throws IOException {
        Set<String> all = new TreeSet<>();
        Deque<String> left = new ArrayDeque<>();
        for (JsonNode asset : manifest().path("assets")) {
            String name = asset.asString();
            if (name.endsWith(".js") && names.contains(name.substring(0, name.lastIndexOf('-')))) {
                left.add(name);
            }
        }
        while (!left.isEmpty()) {
            String name = left.remove();
            if (all.add(name)) {
                Matcher imports = STATIC.matcher(Files.readString(BUILT.resolve(name)));
                while (imports.find()) {
                    left.add(imports.group(1));
                }
            }
        }
        return all;
    }

    private static JsonNode manifest() throws IOException {
        return Json.parse(Files.readAllBytes(BUILT.resolve("manifest.json")));
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(WEB.resolve("src"))) {
            return files.filter(file -> file.toString().matches(".*\\.tsx?")).toList();
        }
    }

    private static long gzipped(Path file) throws IOException {
        var all = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(all)) {
            out.write(Files.readAllBytes(file));
        }
        return all.size();
    }

    /** As {@code src/main/web/build/Build.java} computes it. */
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
}
