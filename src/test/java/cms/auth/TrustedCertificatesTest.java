package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Authority;
import cms.testing.ManualClock;
import cms.testing.TestApp;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An issuer behind TLS whose certificate a company's own authority has signed ({@code CMS_TRUSTED_CERTIFICATES}). */
@Tag("slow-host")
class TrustedCertificatesTest {
    @TempDir
    static Path folder;

    private static Authority company;
    private static Authority stranger;

    @BeforeAll
    static void make() {
        company = new Authority(folder, "company");
        stranger = new Authority(folder, "stranger");
    }

    @Test
    void anIssuerOfTheCompanySignsPeopleIn() {
        assertThat(signIn(company.server("ip:127.0.0.1"), company.pem())).isEqualTo("/w");
    }

    @Test
    void withoutTheCompanysCertificateNobodyIsSignedIn() {
        assertThat(signIn(company.server("ip:127.0.0.1"), null)).isEqualTo("/auth/login?error=oauth");
    }

    @Test
    void aCertificateOfAnotherAuthorityIsNotBelieved() {
        assertThat(signIn(stranger.server("ip:127.0.0.1"), company.pem())).isEqualTo("/auth/login?error=oauth");
    }

    /** Passes for any name when the client does not compare it. */
    @Test
    void aCertificateForAnotherNameIsNotBelieved() {
        assertThat(signIn(company.server("dns:elsewhere.example.com"), company.pem()))
                .isEqualTo("/auth/login?error=oauth");
    }

    /** Where the browser ends up. */
    private static String signIn(SSLContext shown, @Nullable Path trusted) {
        var clock = ManualClock.quiet();
        try (StandInIssuer issuer = new StandInIssuer(clock, shown)) {
            issuer.usual();
            Map<String, String> settings = new HashMap<>(Map.of(
                    "CMS_OIDC_ISSUER", issuer.url(),
                    "CMS_OIDC_CLIENT_ID", StandInIssuer.CLIENT,
                    "CMS_OIDC_CLIENT_SECRET", StandInIssuer.SECRET));
            if (trusted != null) {
                settings.put("CMS_TRUSTED_CERTIFICATES", trusted.toString());
            }
            try (TestApp app = TestApp.start(settings)) {
                Browser ada = new Browser(app);
                String out = ada.get("/api/auth/oauth/web_identity?redirect=/w").location();
                return out.startsWith("/") ? out : ada.get(issuer.agree(out)).location();
            }
        }
    }
}
