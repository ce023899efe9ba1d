package cms.apikeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.plan.Allowance;
import cms.platform.crypto.Hashes;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.events.Signals;
import cms.platform.failure.Failure;
import cms.testing.ManualClock;
import cms.testing.Rows;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("rows")
class ApiKeysTest {
    @TempDir
    Path folder;

    private final ManualClock clock = ManualClock.quiet();
    private Database database;
    private ApiKeys keys;

    @BeforeEach
    void open() {
        database = Database.open(Rows.at(folder.resolve("rows.db")));
        keys = new ApiKeys(database, new Signals(database), new RandomTokens(), clock);
    }

    @AfterEach
    void close() {
        keys.close();
        database.close();
    }

    @Test
    void aMintedKeyIsKnownAtOnceAndStoredAsItsHashOnly() {
        MintedKey minted = mint("p1", "website");
        assertThat(minted.plainText())
                .matches("cms_live_[0-9A-Za-z]{32}")
                .startsWith(minted.key().keyPrefix());
        assertThat(minted.key().keyPrefix()).hasSize(16);
        KnownKey known = keys.check(KeyKind.LIVE, minted.plainText());
        assertThat(known).isNotNull();
        assertThat(known.projectId()).isEqualTo("p1");
        assertThat(known.has(KeyScope.DELIVERY)).isTrue();
        assertThat(known.has(KeyScope.MEDIA_WRITE)).isFalse();
        String row = database.read(
                        tx -> tx.query("SELECT * FROM api_keys").mapToMap().one())
                .toString();
        assertThat(row).contains(Hashes.sha256Hex(minted.plainText())).doesNotContain(minted.plainText());
        assertThat(minted.toString()).doesNotContain(minted.plainText());
    }

    @Test
    void aKeyOfRemoteToolsHasFiftyCharacters() {
        NewKey tools = new NewKey(KeyKind.MCP, "w", "p1", "assistant", Set.of(), "ada");
        String key = mint(tools, Allowance.unlimited()).plainText();
        assertThat(key).matches("cms_mcp_[0-9A-Za-z]{42}");
        assertThat(keys.check(KeyKind.MCP, key)).isNotNull();
        assertThat(keys.check(KeyKind.MCP, key + "x".repeat(1_000))).isNull();
    }

    @Test
    void anythingButAnActiveKeyOfItsKindIsUnknown() {
        String key = mint("p1", "website").plainText();
        assertThat(keys.check(KeyKind.MCP, key)).isNull();
        assertThat(keys.check(KeyKind.LIVE, key.substring(0, 40))).isNull();
        assertThat(keys.check(KeyKind.LIVE, key + "x")).isNull();
        assertThat(keys.check(KeyKind.LIVE, "")).isNull();
        assertThat(keys.check(KeyKind.LIVE, key.substring(0, 40) + '\u0142')).isNull();
        assertThat(keys.check(KeyKind.LIVE, "cms_live_" + "A".repeat(32))).isNull();
    }

    @Test
    void aRevokedKeyIsUnknownAtOnceAlsoToThoseWhoHoldIt() {
        MintedKey minted = mint("p1", "website");
        KnownKey held = keys.check(KeyKind.LIVE, minted.plainText());
        keys.revoke("p1", KeyKind.LIVE, minted.key().id());
        assertThat(keys.check(KeyKind.LIVE, minted.plainText())).isNull();
        assertThat(held).isNotNull();
        assertThat(held.revoked()).isTrue();
        assertThat(keys.list("p1", KeyKind.LIVE)).isEmpty();
        assertThatThrownBy(() -> keys.revoke("p1", KeyKind.LIVE, minted.key().id()))
                .hasMessage("There is no such key.");
    }

    @Test
    void aKeyOfAnotherProjectCannotBeRevoked() {
        MintedKey minted = mint("p1", "website");
        assertThatThrownBy(() -> keys.revoke("p2", KeyKind.LIVE, minted.key().id()))
                .isInstanceOf(Failure.class);
        assertThat(keys.check(KeyKind.LIVE, minted.plainText())).isNotNull();
    }

    @Test
    void aRestartKnowsTheSameKeys() {
        MintedKey active = mint("p1", "one");
        MintedKey revoked = mint("p1", "two");
        keys.revoke("p1", KeyKind.LIVE, revoked.key().id());
        try (ApiKeys again = new ApiKeys(database, new Signals(database), new RandomTokens(), clock)) {
            assertThat(again.check(KeyKind.LIVE, active.plainText())).isNotNull();
            assertThat(again.check(KeyKind.LIVE, revoked.plainText())).isNull();
        }
    }

    @Test
    void deletingAProjectEndsItsKeys() {
        MintedKey gone = mint("p1", "one");
        MintedKey other = mint("p2", "two");
        database.writing(tx -> keys.deleteOfProject(tx, "w", "p1"));
        assertThat(keys.check(KeyKind.LIVE, gone.plainText())).isNull();
        assertThat(keys.check(KeyKind.LIVE, other.plainText())).isNotNull();
    }

    @Test
    void thePlanLimitsActiveKeysAlsoWhenManyAskAtOnce() {
        AtomicInteger minted = new AtomicInteger();
        IntStream.range(0, 12).parallel().forEach(number -> {
            try {
                mint(wanted("p1", "key " + number), Allowance.atMost(3));
                minted.incrementAndGet();
            } catch (Failure refused) {
                assertThat(refused).hasMessageContaining("plan");
            }
        });
        assertThat(minted).hasValue(3);
        keys.revoke("p1", KeyKind.LIVE, keys.list("p1", KeyKind.LIVE).getFirst().id());
        mint(wanted("p1", "the freed place"), Allowance.atMost(3));
        mint(wanted("p2", "another project"), Allowance.atMost(1));
    }

    @Test
    void theLastUseIsListedAndSurvivesARestart() {
        MintedKey minted = mint("p1", "website");
        assertThat(keys.list("p1", KeyKind.LIVE).getFirst().lastUsedAt()).isNull();
        clock.advance(Duration.ofHours(1));
        KnownKey known = keys.check(KeyKind.LIVE, minted.plainText());
        assertThat(known).isNotNull();
        known.usedAt(clock.millis());
        assertThat(keys.list("p1", KeyKind.LIVE).getFirst().lastUsedAt()).isEqualTo(clock.instant());
        try (ApiKeys again = new ApiKeys(database, new Signals(database), new RandomTokens(), clock)) {
            assertThat(again.list("p1", KeyKind.LIVE).getFirst().lastUsedAt()).isEqualTo(clock.instant());
        }
    }

    @Test
    void aNameIsNeeded() {
        assertThatThrownBy(() -> mint("p1", "  ")).hasMessageContaining("name");
        assertThatThrownBy(() -> mint("p1", "x".repeat(101))).hasMessageContaining("name");
    }

    private MintedKey mint(String projectId, String name) {
        return mint(wanted(projectId, name), Allowance.unlimited());
    }

    private MintedKey mint(NewKey wanted, Allowance allowance) {
        return database.write(tx -> keys.mint(tx, wanted, allowance));
    }

    private static NewKey wanted(String projectId, String name) {
        return new NewKey(KeyKind.LIVE, "w", projectId, name, Set.of(KeyScope.DELIVERY), "ada");
    }
}
