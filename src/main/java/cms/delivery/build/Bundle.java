package cms.delivery.build;

import cms.format.ContentPaths;
import cms.platform.crypto.Hashes;
import cms.platform.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of one locale in one file (spec 4.12). Its members and its mark determine its bytes, so its name is derived
 * from them, and it need not be stored beside them (decision 47).
 */
public final class Bundle {
    /**
     * Most bytes of one: it is joined in memory, for readers or while its build stores it. What its locale has beyond
     * that is read file by file.
     */
    static final int BYTES_MAX = 32 << 20;

    /**
     * Most bytes of all bundles of a site: each repeats the files without translation, in up to a thousand languages,
     * and a large release stores it.
     */
    static final long TOGETHER_BYTES_MAX = 256L << 20;

    private static final String FOLDER = "_bundle/";
    private static final String JSON = ".json";
    private static final String CONTENT = "content/";
    private static final String INDEX = "/_index/";
    private static final byte[] END = utf8("}}");

    private final String locale;
    private final BundleMark mark;
    private final List<Artefact> members;

    /** @param members sorted by path */
    private Bundle(String locale, BundleMark mark, List<Artefact> members) {
        this.locale = locale;
        this.mark = mark;
        this.members = members;
    }

    private static String path(String locale) {
        return FOLDER + locale + JSON;
    }

    /** Whether a delivered path is that of a bundle. */
    public static boolean isAt(String path) {
        return path.startsWith(FOLDER);
    }

    /** The bundles of the files of a site, by path, without those whose members differ from their mark. */
    public static Map<String, Bundle> among(Map<String, BundleMark> marks, Map<String, DeliveredBytes> files) {
        Map<String, Map<String, Artefact>> byModel = new TreeMap<>();
        files.forEach((path, body) -> {
            int name = path.lastIndexOf('/') + 1;
            if (path.endsWith(JSON) && (path.startsWith(CONTENT) || path.startsWith(INDEX, name - INDEX.length()))) {
                byModel.computeIfAbsent(path.substring(0, name), model -> new TreeMap<>())
                        .put(path.substring(name, path.length() - JSON.length()), new Artefact(path, body));
            }
        });
        Map<String, Bundle> bundles = new TreeMap<>();
        marks.forEach((locale, mark) -> {
            List<Artefact> members = members(locale, byModel.values());
            if (BundleMark.hash(members).equals(mark.pathsHash())) {
                bundles.put(path(locale), new Bundle(locale, mark, members));
            }
        });
        return bundles;
    }

    /**
     * Adds the bundles of a site, and the mark of each; one whose paths are as before is taken over as it is. A locale
     * without any path gets no bundle (reference 5.2), and one with more bytes than a bundle may have, or than are left
     * for it beside the bundles of the locales before it, is named instead.
     */
    static void build(
            Site.Growing site,
            Site.Before before,
            List<String> locales,
            List<ModelResult> models,
            SiteBuilder.BuildLimits limits) {
        List<Map<String, Artefact>> bundled =
                models.stream().map(ModelResult::bundled).toList();
        long together = 0;
        for (String locale : locales) {
            List<Artefact> members = members(locale, bundled);
            long bytes = bytes(members);
            if (bytes > limits.bundleBytes()) {
                site.errors().add(unbundled(locale, "the files of this locale", limits.bundleBytes()));
            } else if (together + bytes > limits.bundlesBytes()) {
                site.errors().add(unbundled(locale, "this bundle and those before it", limits.bundlesBytes()));
            } else if (!members.isEmpty()) {
                together += bytes;
                String hash = BundleMark.hash(members);
                BundleMark old = before.marks().get(locale);
                BundleMark mark = old != null && old.pathsHash().equals(hash)
                        ? old
                        : new BundleMark(hash, site.commitSha(), site.builtAt());
                DeliveredBytes kept = mark.equals(old) ? before.files().get(path(locale)) : null;
                site.mark(locale, mark);
                site.add(new Artefact(path(locale), kept != null ? kept : new Bundle(locale, mark, members).body()));
            }
        }
    }

    private static long bytes(List<Artefact> members) {
        return members.stream().mapToLong(member -> member.body().size()).sum();
    }

    private static FileError unbundled(String locale, String what, long bytesMax) {
        return new FileError(
                path(locale),
                "%s take more than %,d bytes together; read the files of this locale one by one."
                        .formatted(what, bytesMax));
    }

    /** @param models of each model its files for a bundle, by locale, or under {@code data} for all of them */
    private static List<Artefact> members(String locale, Iterable<Map<String, Artefact>> models) {
        List<Artefact> members = new ArrayList<>();
        for (Map<String, Artefact> model : models) {
            @Nullable Artefact own = model.getOrDefault(locale, model.get(ContentPaths.DATA));
            if (own != null) {
                members.add(own);
            }
        }
        members.sort(Comparator.comparing(Artefact::path));
        return members;
    }

    /** Its bytes, named by its members and mark. */
    private DeliveredBytes body() {
        String said = String.join("\n", locale, mark.commitSha(), mark.builtAt().toString(), mark.pathsHash());
        return body(HexFormat.of().formatHex(Hashes.sha256(utf8(said))));
    }

    /**
     * Its bytes under a name that it was given earlier. They are joined only when they are first read: they are
     * megabytes for each release, and no release waits for that.
     */
    public DeliveredBytes body(String hash) {
        List<byte[]> between = new ArrayList<>(members.size());
        String head = "{\"version\":\"1\",\"commitSha\":" + Json.text(mark.commitSha())
                + ",\"builtAt\":" + Json.text(mark.builtAt().toString())
                + ",\"locale\":" + Json.text(locale) + ",\"paths\":{";
        long size = END.length;
        for (Artefact member : members) {
            byte[] name = utf8((between.isEmpty() ? head : ",") + Json.text(member.path()) + ":");
            between.add(name);
            size += name.length + (long) member.body().size();
        }
        int bytes = Math.toIntExact(size);
        return DeliveredBytes.joined(hash, bytes, () -> joined(bytes, between));
    }

    private ByteBuffer joined(int size, List<byte[]> between) {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        for (int i = 0; i < between.size(); i++) {
            bytes.put(between.get(i)).put(members.get(i).body().content());
        }
        return bytes.put(END).flip();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
