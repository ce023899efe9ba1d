package cms.media;

import static cms.testing.Eventually.eventually;

import cms.testing.Http;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** What readers of a project are told of its assets, beside what its editors see. */
final class DeliveredAssets {
    private static final int ASSETS_MAX = 100;

    private String media = "";
    private String manifest = "";
    private String key = "";

    /** Lets a project be delivered. */
    void begin(Http http, String project) {
        http.patch(project + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        key = http.post(project + "/cdn/keys", Map.of("name", "site", "scopes", List.of("delivery")))
                .is(200)
                .json()
                .get("key")
                .asString();
        media = project + "/media";
        manifest = "/api/cdn/v1/" + project.substring(project.lastIndexOf('/') + 1) + "/_media_manifest.json";
    }

    /** Waits until the manifest tells what the list tells, each asset with its point. */
    void areThoseOf(Http http) {
        Set<String> listed = new TreeSet<>();
        http.get(media + "?limit=" + ASSETS_MAX)
                .is(200)
                .json()
                .get("assets")
                .forEach(asset -> listed.add(asset.get("originalPath").asString() + " " + asset.get("focalPoint")));
        eventually("readers are told of the assets that there are", () -> listed.equals(told(http)));
    }

    private Set<String> told(Http http) {
        Set<String> told = new TreeSet<>();
        JsonNode assets = new Http(http.base()).bearer(key).get(manifest).json().path("assets");
        assets.forEachEntry((path, asset) -> told.add(path + " " + asset.at("/meta/focalPoint")));
        return told;
    }
}
