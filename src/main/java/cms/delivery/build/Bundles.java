package cms.delivery.build;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The bundles of a site, one for each locale (spec 4.12). */
final class Bundles {
    private final Map<String, List<Artefact>> byLocale = new TreeMap<>();

    /** A locale without any path gets no bundle (reference 5.2). */
    Bundles(List<String> locales, List<ModelResult> models) {
        List<Map<String, Artefact>> bundled =
                models.stream().map(ModelResult::bundled).toList();
        for (String locale : locales) {
            List<Artefact> members = Bundle.members(locale, bundled);
            if (!members.isEmpty()) {
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
            String path = Bundle.path(locale);
            Body kept = mark.equals(old) ? before.files().get(path) : null;
            site.mark(locale, mark);
            site.add(new Artefact(path, kept != null ? kept : new Bundle(locale, mark, members).body()));
        });
    }
}
