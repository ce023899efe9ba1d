package cms.web;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Http;
import cms.testing.Reply;
import cms.testing.TestApp;
import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages of the studio and their files, as a browser is given them. */
class StudioTest {
    private static final Pattern NONCE = Pattern.compile("'nonce-([A-Za-z0-9+/=]+)'");
    private static TestApp app;
    private static Http http;

    @BeforeAll
    static void start() {
        app = TestApp.start();
        http = new Http(app.url());
    }

    @AfterAll
    static void stop() {
        app.close();
    }

    @Test
    void everyPlaceIsTheSamePageAndNeverKept() {
        for (String place : List.of("/", "/welcome", "/w/ada", "/w/ada/p/1/c/posts/2", "/settings/profile")) {
            Reply page = http.get(place).is(200);
            assertThat(page.header("Content-Type")).startsWith("text/html");
            assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
            assertThat(page.text()).contains("<div id=\"root\">");
        }
    }

    @Test
    void aPageRunsNothingButOurFilesAndTurnsNoTextIntoHtml() {
        Reply page = http.get("/w/ada").is(200);
        String policy = page.header("Content-Security-Policy");
        assertThat(policy)
                .contains("default-src 'none'")
                .contains("connect-src 'self'")
                .contains("frame-ancestors 'none'")
                .contains("require-trusted-types-for 'script'")
                .contains("trusted-types studio dompurify")
                .doesNotContain("unsafe");
        assertThat(page.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
        assertThat(page.header("Referrer-Policy")).isEqualTo("same-origin");
        assertThat(page.text())
                .contains("nonce=\"" + nonce(policy) + "\"")
                .doesNotContain("{{")
                .doesNotContain(" style=");
    }

    @Test
    void noTwoPagesShareANonce() {
        String one = nonce(http.get("/").header("Content-Security-Policy"));
        assertThat(nonce(http.get("/").header("Content-Security-Policy"))).isNotEqualTo(one);
    }

    @Test
    void aPageKnowsWhatIsBuiltInAndNothingAboutAnybody() {
        assertThat(http.get("/").text())
                .contains("\"edition\":\"enterprise\"")
                .contains("\"delivery\"")
                .contains("\"version\":\"")
                .contains("\"providers\":[\"git_host\",\"web_identity\"]")
                .contains("\"contentBytes\":8388608");
        try (TestApp community = TestApp.start(Map.of("CMS_EDITION", "community"))) {
            assertThat(new Http(community.url()).get("/").text())
                    .contains("\"edition\":\"community\"")
                    .doesNotContain("\"delivery\"");
        }
    }

    @Test
    void theFilesOfThePageAreKeptForeverAndCompressedWhereThatIsTaken() throws IOException {
        Matcher asset =
                Pattern.compile("/assets/[A-Za-z0-9.-]+").matcher(http.get("/").text());
        int files = 0;
        while (asset.find()) {
            files++;
            Reply plain = http.get(asset.group()).is(200);
            Reply small = http.with("Accept-Encoding", "br;q=0, gzip")
                    .get(asset.group())
                    .is(200);
            assertThat(plain.header("Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
            assertThat(small.header("Content-Encoding")).isEqualTo("gzip");
            assertThat(small.header("Vary")).contains("Accept-Encoding");
            assertThat(new GZIPInputStream(new ByteArrayInputStream(small.body())).readAllBytes())
                    .isEqualTo(plain.body());
            Reply smallest = http.with("Accept-Encoding", "gzip, deflate, br")
                    .get(asset.group())
                    .is(200);
            assertThat(smallest.header("Content-Encoding")).isEqualTo("br");
            assertThat(smallest.body().length).isLessThan(small.body().length);
            Brotli4jLoader.ensureAvailability();
            assertThat(new BrotliInputStream(new ByteArrayInputStream(smallest.body())).readAllBytes())
                    .isEqualTo(plain.body());
            assertThat(http.with("Accept-Encoding", "gzip;q=0")
                            .get(asset.group())
                            .body())
                    .isEqualTo(plain.body());
        }
        assertThat(files).isGreaterThan(2);
    }

    @Test
    void whatIsNoFileOfTheStudioIsNotFound() {
        for (String name : List.of(
                "none.js", "manifest.json", "index.html", "..%2Fmanifest.json", "%2e%2e%2fopenapi%2fweb.yaml", "")) {
            assertThat(http.get("/assets/" + name).status()).as(name).isIn(400, 404);
        }
    }

    @Test
    void anUnknownPathOfTheInterfaceNeverAnswersWithAPage() {
        for (String path : List.of("/api/none", "/api/workspaces/none/projects", "/api")) {
            assertThat(http.get(path).header("Content-Type")).as(path).startsWith("application/json");
        }
    }

    private static String nonce(String policy) {
        Matcher found = NONCE.matcher(policy);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }
}
