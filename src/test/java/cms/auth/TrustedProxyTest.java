package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.TestApp;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whose requests are counted together: those of an address, and who may say what the address is (spec 8). */
class TrustedProxyTest {
    private static final Map<String, String> LOGIN = Map.of("provider", "web_identity");

    @Test
    void aTrustedProxySaysWhoIsCounted() {
        // Without a provider nobody signs in where others reach the service; who tries is counted all the same.
        Map<String, String> settings = Map.of("CMS_TRUSTED_PROXIES", "127.0.0.0/8", "CMS_LOCAL_IDENTITY", "true");
        try (TestApp app = TestApp.start(settings)) {
            for (int i = 0; i < 10; i++) {
                assertThat(login(app, "203.0.113.7")).isEqualTo(400);
            }
            assertThat(login(app, "203.0.113.7")).isEqualTo(429);
            assertThat(login(app, "203.0.113.8, 203.0.113.7")).isEqualTo(429);
            assertThat(login(app, "203.0.113.7, 203.0.113.8")).isEqualTo(400);
        }
    }

    @Test
    void nobodyElseDoes() {
        try (TestApp app = TestApp.start()) {
            for (int i = 0; i < 10; i++) {
                assertThat(login(app, "203.0.113." + i)).isEqualTo(200);
            }
            assertThat(login(app, "203.0.113.99")).isEqualTo(429);
        }
    }

    private static int login(TestApp app, String forwardedFor) {
        return new Browser(app)
                .with("X-Forwarded-For", forwardedFor)
                .post("/api/auth/login", LOGIN)
                .status();
    }
}
