package cms.delivery;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import cms.testing.Website;
import cms.testing.World;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same address means the same to everything that delivers: the release, a kept one, a preview (RFC 3986). */
@Tag("scenario")
class AddressTest {
    private static final String HOME = "content/home/en.json";

    @TempDir
    Path folder;

    private TestApp app;
    private World world;
    private Website site;
    private String commit;
    private String token;

    @BeforeEach
    void start() {
        app = TestApp.start();
        world = World.blog(app);
        site = Website.of(world);
        commit = site.commit();
        Http ada = world.ada().http();
        ada.patch(world.p() + "/config", Map.of("workflow", "review")).is(200);
        String branch = world.bo()
                .http()
                .post(world.p() + "/content/home", Map.of("locale", "en", "data", Map.of("headline", "Waits")))
                .is(200)
                .json()
                .get("branch")
                .asString();
        String url = ada.post(world.p() + "/previews", Map.of("branch", branch, "expiresIn", 3_600))
                .is(200)
                .json()
                .get("url")
                .asString();
        token = url.replaceFirst(".*/~/(.*)/", "$1");
    }

    @AfterEach
    void stop() {
        app.close();
    }

    /** Shown to fail without taking the escapes of plain characters off, at the door and before the routes. */
    @Test
    void whatNeedsNoEscapeMeansTheSameWithOne() {
        for (String reader : readers()) {
            for (String path : List.of(HOME, "content/home/en", "%63ontent/h%6Fme/en%2ejson", "content/home/%65n")) {
                site.get(reader + path).is(200);
            }
        }
        for (String path :
                List.of("%40" + commit + "/" + HOME, "%7E/" + token + "/" + HOME, "%7e/" + token + "/" + HOME)) {
            site.get(path).is(200);
        }
        site.get("ch%61nges?since=" + commit).is(200);
        site.get("query/p%6Fsts/en").is(200);
        site.http().send("OPTIONS", site.root() + HOME, null).is(204);
        for (String reader : readers()) {
            String address = site.root().replace("-", "%2D").replace("v1", "v%31") + reader + HOME;
            site.http().get(address).is(200);
        }
        new Http(app.url()).get(site.root() + "%7E/" + token + "/" + HOME).is(200);
        new Http(app.url()).get(site.root() + "%40" + commit + "/" + HOME).is(401);
    }

    /** Shown to fail when a reader takes an encoded slash for one, decodes twice, or drops a slash at the end. */
    @Test
    void whatMeansSomethingElseEncodedIsNoFileForAnybody() {
        for (String reader : readers()) {
            for (String path : List.of(
                    "content%2Fhome%2Fen.json",
                    "content%2fhome/en.json",
                    "content/home/en%252Ejson",
                    HOME + "/",
                    HOME + "%20",
                    "content/home/" + "e".repeat(1_100))) {
                assertThat(site.get(reader + path).status()).as(reader + path).isEqualTo(404);
            }
        }
    }

    /** Shown to fail when the key is asked for first: who forgets the file was told to send one for a preview. */
    @Test
    void anAddressWithoutAFileIsRefusedForThat() {
        for (String path :
                List.of("@" + commit, "@" + commit + "/", "%40" + commit, "~/" + token, "~/" + token + "/", "~")) {
            for (Http http : List.of(site.http(), new Http(app.url()))) {
                Reply refused = http.get(site.root() + path).is(400);
                assertThat(refused.text()).as(path).contains("Name a file after the ");
                assertThat(refused.header("Cache-Control")).as(path).isEqualTo("no-store");
            }
        }
    }

    private List<String> readers() {
        return List.of("", "@" + commit + "/", "~/" + token + "/");
    }

    /** Shown to fail before: the index named what nobody could read. */
    @Test
    void aDocumentThatNoAddressCanNameIsInNoIndexAndTheBuildSaysSo() {
        GitClient clone = GitClient.clone(folder, world.ada(), world.repository());
        clone.write(".cms/content/blog/guides/erased\u007f/en.md", "# Nobody can ask for it\n")
                .write(".cms/content/blog/guides/with a blank/en.md", "# Everybody can\n");
        clone.commit("names");
        clone.git("push", "--quiet");
        eventually(
                "the other one is delivered",
                () -> site.get("documents/guides/with%20a%20blank/en.json").status() == 200);
        assertThat(site.get("documents/guides/_index/en.json").is(200).text())
                .contains("with a blank")
                .doesNotContain("erased");
        assertThat(world.ada()
                        .http()
                        .get(world.p() + "/cdn/builds")
                        .is(200)
                        .json()
                        .get(0)
                        .toString())
                .contains("rename the document");
    }
}
