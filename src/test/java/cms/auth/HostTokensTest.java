package cms.auth;

import static org.assertj.core.api.Assertions.assertThat;

import cms.auth.identity.Comeback;
import cms.auth.identity.Confirmed;
import cms.auth.identity.GrantedToken;
import cms.auth.identity.SignInAttempt;
import cms.auth.oauth.GitHostProvider;
import cms.auth.oauth.HostTokens;
import cms.auth.oauth.OauthApp;
import cms.platform.config.Secret;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.net.NetSettings;
import cms.platform.net.OutgoingHttp;
import cms.testing.ManualClock;
import cms.testing.Rows;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * People's own tokens at the host. Shown to fail by renewing without looking again once it is one's turn, by going on
 * with a token that has ended, and by not sealing anew.
 */
@Tag("rows")
class HostTokensTest {
    private static final String ADA = "u1";
    private static final HostTokens.Account ACCOUNT = new HostTokens.Account(ADA, "4711");
    private static final String OLD_SECRET = "an old secret of more than 32 characters";
    private static final String NEW_SECRET = "a new secret with more than 32 characters";

    @TempDir
    private Path folder;

    private final ManualClock clock = ManualClock.quiet();
    private final OutgoingHttp net = new OutgoingHttp(new NetSettings(List.of(), null));
    private final StandInGitHost host = new StandInGitHost();
    private Database database;
    private GitHostProvider provider;

    @BeforeEach
    void aPersonWithAnAccount() {
        database = Database.open(Rows.at(folder.resolve("rows.db")));
        host.usual();
        provider = new GitHostProvider(
                new OauthApp(
                        URI.create(host.url() + "/api/v3"),
                        URI.create(host.url()),
                        StandInGitHost.CLIENT,
                        new Secret(StandInGitHost.SECRET)),
                net.toSettings(),
                clock);
        database.writing(tx -> tx.update("""
                INSERT INTO users (id, email, email_key, email_trust, display_name, theme, provider,
                                   provider_account_id, created_at)
                VALUES ('u1', 'ada@example.com', 'ada@example.com', 'verified', 'Ada', 'system', 'git_host', '4711', 0)
                """).execute());
    }

    @AfterEach
    void close() {
        database.close();
        net.close();
        host.close();
    }

    @Test
    void aTokenWithoutAnEndIsUsedAsItIs() {
        HostTokens tokens = tokens(new Seal(OLD_SECRET, Optional.empty()));
        assertThat(tokens.of(ADA)).isEmpty();
        GrantedToken granted = keep(tokens, signIn());
        clock.advance(Duration.ofDays(400));
        assertThat(tokens.of(ADA)).contains(granted.accessToken());
        String stored = database.read(tx -> tx.query("SELECT sealed_token FROM provider_tokens")
                .mapTo(String.class)
                .one());
        assertThat(stored).doesNotContain(granted.accessToken());
    }

    @Test
    void aTokenThatEndsIsRenewedOnceHoweverManyAsk() throws Exception {
        host.tokenLife = 28_800;
        HostTokens tokens = tokens(new Seal(OLD_SECRET, Optional.empty()));
        GrantedToken first = keep(tokens, signIn());
        clock.advance(Duration.ofHours(7));
        assertThat(tokens.of(ADA)).contains(first.accessToken());
        clock.advance(Duration.ofHours(2));
        Set<Optional<String>> seen = new HashSet<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Optional<String>>> asked = java.util.stream.IntStream.range(0, 20)
                    .mapToObj(i -> threads.submit(() -> tokens.of(ADA)))
                    .toList();
            for (Future<Optional<String>> one : asked) {
                seen.add(one.get());
            }
        }
        assertThat(seen).containsExactly(Optional.of(host.accessToken));
        assertThat(host.accessToken).isNotEqualTo(first.accessToken());
    }

    /** The host takes a refresh token once. Shown to fail when each instance has a lock of its own. */
    @Test
    void twoInstancesOnOneDatabaseSpendARefreshTokenOnce() throws Exception {
        host.tokenLife = 28_800;
        Seal seal = new Seal(OLD_SECRET, Optional.empty());
        HostTokens one = tokens(seal);
        HostTokens two = tokens(seal);
        for (int round = 0; round < 5; round++) {
            GrantedToken first = keep(one, signIn());
            clock.advance(Duration.ofHours(9));
            host.refreshes.set(0);
            Set<Optional<String>> seen = new HashSet<>();
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<Optional<String>>> asked = java.util.stream.IntStream.range(0, 10)
                        .mapToObj(i -> threads.submit(() -> (i % 2 == 0 ? one : two).of(ADA)))
                        .toList();
                for (Future<Optional<String>> answer : asked) {
                    seen.add(answer.get());
                }
            }
            assertThat(host.refreshes).hasValue(1);
            assertThat(seen).containsExactly(Optional.of(host.accessToken));
            assertThat(host.accessToken).isNotEqualTo(first.accessToken());
        }
    }

    /** Its claim ends by itself. */
    @Test
    void anInstanceThatDiedOverARenewalKeepsOthersFromItForAMinute() {
        host.tokenLife = 60;
        HostTokens tokens = tokens(new Seal(OLD_SECRET, Optional.empty()));
        keep(tokens, signIn());
        clock.advance(Duration.ofHours(1));
        long claimed = clock.instant().plusSeconds(60).toEpochMilli();
        database.writing(tx -> tx.update("UPDATE provider_tokens SET renewing_until = :until")
                .bind("until", claimed)
                .execute());
        clock.advance(Duration.ofSeconds(61));
        host.tokenLife = 28_800;
        assertThat(tokens.of(ADA)).contains(host.accessToken);
    }

    @Test
    void aTokenThatCannotBeRenewedIsNone() {
        host.tokenLife = 60;
        HostTokens tokens = tokens(new Seal(OLD_SECRET, Optional.empty()));
        keep(tokens, signIn());
        clock.advance(Duration.ofHours(1));
        host.refreshToken = "revoked";
        assertThat(tokens.of(ADA)).isEmpty();
        keep(tokens, new GrantedToken("x", clock.instant().getEpochSecond() + 1, null));
        clock.advance(Duration.ofHours(1));
        assertThat(tokens.of(ADA)).isEmpty();
    }

    @Test
    void aTokenIsSealedAnewSoThatTheOldSecretCanGo() {
        GrantedToken granted = keep(tokens(new Seal(OLD_SECRET, Optional.empty())), signIn());
        assertThat(tokens(new Seal(NEW_SECRET, Optional.empty())).of(ADA)).isEmpty();
        tokens(new Seal(NEW_SECRET, Optional.of(OLD_SECRET))).sealAnew();
        assertThat(tokens(new Seal(NEW_SECRET, Optional.empty())).of(ADA)).contains(granted.accessToken());
    }

    private HostTokens tokens(Seal seal) {
        return new HostTokens(database, seal, provider, clock);
    }

    private GrantedToken signIn() {
        SignInAttempt request = new SignInAttempt("http://localhost/back", "state", "v".repeat(43));
        String back = host.agree(provider.authorizeUrl(request));
        Confirmed confirmed =
                provider.exchange(request, new Comeback(Browser.query(back).get("code"), Optional.empty(), true));
        return confirmed.token();
    }

    private GrantedToken keep(HostTokens tokens, GrantedToken token) {
        database.writing(tx -> tokens.keep(tx, ACCOUNT, token));
        return token;
    }
}
