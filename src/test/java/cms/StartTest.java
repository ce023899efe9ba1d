package cms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cms.platform.failure.Failure;
import cms.settings.Settings;
import cms.testing.Http;
import cms.testing.TestApp;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keeps the service from starting is one sentence that names the setting (design 2.1). */
class StartTest {
    @TempDir
    Path folder;

    @Test
    void aTakenPortIsSaidInOneSentence() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Failure refused = refusal(Map.of(
                    "CMS_DATA", folder.resolve("data").toString(), "CMS_PORT", String.valueOf(taken.getLocalPort())));
            assertThat(refused.message()).contains("CMS_PORT", String.valueOf(taken.getLocalPort()));
        }
    }

    @Test
    void aPortThatTheServicePicksIsItsOwnFromThenOn() throws Exception {
        try (TakenPort port = TakenPort.on("127.0.0.1")) {
            assertThatThrownBy(() -> new ServerSocket(port.number(), 1, InetAddress.getByName("127.0.0.1")).close())
                    .isInstanceOf(BindException.class);
        }
        Map<String, String> environment =
                Map.of("CMS_DATA", folder.resolve("data").toString(), "CMS_PORT", "0");
        try (App app = App.start(Settings.read(environment, Path.of("")), InstantSource.system())) {
            assertThat(new Http(app.publicUrl()).get("/api/health").status()).isEqualTo(200);
        }
    }

    @Test
    void anAddressOfAnotherMachineIsSaidInOneSentence() {
        Failure refused = refusal(Map.of(
                "CMS_DATA", folder.resolve("data").toString(),
                "CMS_PORT", "4000",
                "CMS_HOST", "no-such-host.invalid",
                "CMS_LOCAL_IDENTITY", "true"));
        assertThat(refused.message()).contains("CMS_HOST", "no-such-host.invalid");
    }

    @Test
    void aFolderThatCannotBeMadeIsSaidInOneSentence() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        Failure refused = refusal(Map.of("CMS_DATA", file.resolve("data").toString(), "CMS_PORT", "0"));
        assertThat(refused.message()).contains("CMS_DATA", file.resolve("data").toString());
    }

    @Test
    void metricsAreOpenOnThisMachineAndElsewhereOnlyWithTheToken() {
        String token = "t".repeat(32);
        try (TestApp app = TestApp.start(Map.of("CMS_METRICS_TOKEN", token))) {
            Http http = new Http(app.url());
            assertThat(http.get("/metrics").status()).isEqualTo(200);
            Http elsewhere = http.with("X-Forwarded-For", "192.0.2.1");
            assertThat(elsewhere.get("/metrics").status()).isEqualTo(404);
            assertThat(elsewhere.bearer(token).get("/metrics").status()).isEqualTo(200);
            assertThat(elsewhere.bearer("x").get("/metrics").status()).isEqualTo(404);
        }
    }

    private static Failure refusal(Map<String, String> environment) {
        Settings settings = Settings.read(environment, Path.of(""));
        return catchThrowableOfType(
                Failure.class, () -> App.start(settings, InstantSource.system()).close());
    }
}
