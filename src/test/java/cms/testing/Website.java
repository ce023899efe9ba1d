package cms.testing;

import static cms.testing.Eventually.eventually;

import java.util.Map;

/**
 * A website that reads what a world's project delivers.
 *
 * @param http sends its key
 * @param keyId of that key
 */
public record Website(Http http, String keyId, String root) {
    /** Switches delivery on, mints a key and waits for the first release. */
    public static Website of(World world) {
        Http ada = world.ada().http();
        ada.patch(world.p() + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        var minted = ada.post(world.p() + "/cdn/keys", Map.of("name", "website"))
                .is(200)
                .json();
        Http http = new Http(world.app().url()).bearer(minted.get("key").asString());
        Website website = new Website(http, minted.get("id").asString(), "/api/cdn/v1/" + world.projectId() + "/");
        eventually(
                "the first release",
                world.app(),
                () -> website.get("_manifest.json").status() == 200);
        return website;
    }

    public Reply get(String path) {
        return http.get(root + path);
    }

    /** The commit of the current release. */
    public String commit() {
        return get("_manifest.json").is(200).json().get("commitSha").asString();
    }

    /** Saves the headline of the home page as bo and waits until it is delivered. */
    public String headline(World world, String text) {
        world.bo()
                .http()
                .post(world.p() + "/content/home", Map.of("locale", "en", "data", Map.of("headline", text)))
                .is(200);
        eventually(
                "the headline " + text,
                world.app(),
                () -> get("content/home/en.json").text().contains(text));
        return commit();
    }
}
