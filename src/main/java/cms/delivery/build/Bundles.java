package cms.delivery.build;

import cms.format.ContentPaths;
import cms.platform.json.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Puts the bodies of one locale into one file (spec 4.12), by joining bytes that are already there. */
final class Bundles {
    /** Of a member beside its path and body, and of the head: enough that the room for a bundle never has to grow. */
    private static final int BYTES_BESIDE = 100;

    private final Map<String, List<Artefact>> byLocale = new TreeMap<>();

    /** A locale without any path gets no bundle (reference 5.2). */
    Bundles(List<String> locales, Iterable<ModelResult> models) {
        for (String locale : locales) {
            List<Artefact> members = new ArrayList<>();
            for (ModelResult model : models) {
                Artefact own =
                        model.bundled().getOrDefault(locale, model.bundled().get(ContentPaths.DATA));
                if (own != null) {
                    members.add(own);
                }
            }
            if (!members.isEmpty()) {
                members.sort(Comparator.comparing(Artefact::path));
                byLocale.put(locale, members);
            }
        }
    }

    /** The bundles, and the mark of each; one whose paths are as before is taken over as it is. */
    void build(Site.Draft site, Site.Before before) {
        byLocale.forEach((locale, members) -> {
            String hash = BundleMark.hash(members);
            BundleMark old = before.marks().get(locale);
            BundleMark mark = old != null && old.pathsHash().equals(hash)
                    ? old
                    : new BundleMark(hash, site.commitSha(), site.builtAt());
            String path = "_bundle/" + locale + ".json";
            Body kept = mark.equals(old) ? before.files().get(path) : null;
            site.mark(locale, mark);
            site.add(new Artefact(path, kept != null ? kept : Body.of(join(locale, mark, members))));
        });
    }

    private static byte[] join(String locale, BundleMark mark, List<Artefact> members) {
        int size = members.stream()
                .mapToInt(member -> member.path().length() + member.body().size() + BYTES_BESIDE)
                .sum();
        ByteArrayOutputStream out = new ByteArrayOutputStream(size + 2 * BYTES_BESIDE);
        text(out, "{\"version\":\"1\",\"commitSha\":" + Json.text(mark.commitSha()));
        text(out, ",\"builtAt\":" + Json.text(mark.builtAt().toString()));
        text(out, ",\"locale\":" + Json.text(locale) + ",\"paths\":{");
        String separator = "";
        for (Artefact member : members) {
            text(out, separator + Json.text(member.path()) + ":");
            out.writeBytes(member.body().bytes());
            separator = ",";
        }
        text(out, "}}");
        return out.toByteArray();
    }

    private static void text(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
}
