package cms.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cms.plan.Edition;
import cms.plan.Plan;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every setting with texts that are taken and texts that stop the start. */
class SettingsTest {
    private static final String LONG_SECRET = "0123456789abcdef0123456789abcdef";
    private static final String PRIVATE_KEY = privateKey();

    @TempDir
    Path folder;

    /** One row a setting: name, texts that are taken, texts that stop the start (both divided by blanks). */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        CMS_PORT                          | 1 4000 65535 0                               | -1 65536 4k 99999999999 4.0 0x10
        CMS_HOST                          | 127.0.0.1 localhost ::1                      | http://localhost a..b 1.2.3 256.0.0.1 -x a_b
        CMS_PUBLIC_URL                    | http://localhost:4000 https://127.0.0.1/     | localhost:4000 ftp://localhost http://localhost/cms http://u@localhost http://localhost?x http://localhost#x http:///x
        CMS_DEPLOYMENT                    | managed self-hosted                          | selfhosted Managed
        CMS_EDITION                       | enterprise community                         | pro COMMUNITY
        CMS_BILLING                       | off stripe                                   | on none
        CMS_DEFAULT_PLAN                  | free starter pro enterprise community        | team gold
        CMS_SECRET                        | 0123456789abcdef0123456789abcdef             | short
        CMS_SECRET_PREVIOUS               | 0123456789abcdef0123456789abcdef             | short
        CMS_AI_PROVIDER                   | anthropic openai off                         | other Anthropic
        CMS_OPENAI_WIRE                   | auto responses chat                          | messages
        CMS_AI_CONTEXT_TOKENS             | 1 16384                                      | 0 many
        CMS_AI_RETENTION_DAYS             | 1 90                                         | 0 3651 long
        CMS_AI_RETRY_MILLISECONDS         | 1 500                                        | 0 60001 soon
        CMS_AI_MODELS                     |                                              | /nowhere.json
        CMS_AGENT_CONFIRM                 | wide destructive off                         | on true
        CMS_MEDIA_WORKERS                 | 1 8                                          | 0 257 many
        CMS_MEDIA_CACHE_MB                | 1 2048                                       | 0 much
        CMS_VIPS_LIBRARY                  |                                              | /nowhere.so
        CMS_CLAMAV_ADDRESS                | localhost:3310 127.0.0.1:3310 [::1]:3310     | localhost 3310 localhost:0 localhost:x
        CMS_MCP_ALLOWED_ORIGINS           | https://a.example,http://localhost:3000      | a.example https://a.example/x
        CMS_SESSION_DAYS                  | 1 90                                         | 0 3651 long
        CMS_ANTHROPIC_API_KEY             | any                                          |
        CMS_ANTHROPIC_BASE_URL            | http://127.0.0.1:9/v1 https://models.example | models.example file:///x
        CMS_OPENAI_API_KEY                | any                                          |
        CMS_OPENAI_BASE_URL               | http://127.0.0.1:9/v1/                       | openai
        CMS_TURNSTILE_SECRET              | any                                          |
        CMS_TURNSTILE_VERIFY_URL          | http://127.0.0.1:9/verify                    | verify
        CMS_TURNSTILE_SITE_KEY            | any                                          |
        CMS_ALLOW_PRIVATE_ADDRESSES       | 127.0.0.1:9000,[::1]:9000 10.1.2.3:80        | localhost:80 127.0.0.1 127.0.0.1:0 127.0.0.1:70000 ::1:80 10.0.0.0/8 1.2.3:80
        CMS_TRUSTED_CERTIFICATES          |                                              | /nowhere.pem
        CMS_DELIVERY_RATE_PER_HOUR        | 1 5000                                       | 0 -1 many 1.5
        CMS_MEDIA_RATE_PER_HOUR           | 1 5000                                       | 0 many
        CMS_KEYLESS_MEDIA_RATE_PER_MINUTE | 1 5000                                       | 0 many
        CMS_CHAT_RATE_PER_MINUTE          | 1 5000                                       | 0 many
        CMS_CONVERSATION_RATE_PER_MINUTE  | 1 5000                                       | 0 many
        CMS_FORM_RATE_PER_MINUTE          | 1 5000                                       | 0 many
        CMS_GIT_HOST_REPOSITORY_MEGABYTES_MAX | 1 2047                                   | 0 2048 much
        CMS_GIT_HOST_FILE_MEGABYTES_MAX   | 1 2047                                       | 0 2048
        CMS_GIT_HOST_FILES_MAX            | 1 5000000                                    | 0 -1
        CMS_GIT_HOST_LOOK_SECONDS         | 1 86400                                      | 0 86401 often
        CMS_GIT_HOST_ANSWER_SECONDS       | 1 60                                         | 0 61 soon
        CMS_GIT_HOST_FIRST_FETCH_SECONDS  | 1 60                                         | 0 61 soon
        CMS_DATABASE_URL                  | postgresql://u:p@localhost:5432/cms postgres://localhost/cms jdbc:postgresql://localhost/cms?ssl=true | mysql://localhost/cms postgresql://localhost postgresql://localhost/a/b localhost/cms
        CMS_REDIS_URL                     | redis://localhost:6379 rediss://:p@h/0       | http://localhost localhost:6379
        CMS_SMTP_URL                      | smtp://localhost:2525 smtps://u:p@mail.example smtp://h?from=a@b.example | http://localhost mail.example:25 smtp://h?from=nobody smtp://h?x=1&from=a@b.example smtp://h?from=a@b.example&x=1
        CMS_OIDC_ISSUER                   |                                              | issuer http://u:p@issuer
        CMS_GIT_HOST_API_URL              |                                              | host
        CMS_GIT_HOST_WEB_URL              |                                              | host
        CMS_S3_ENDPOINT                   |                                              | endpoint
        CMS_S3_REGION                     |                                              | eu-central-1
        CMS_GIT_HOST_WEBHOOK_SECRET       |                                              | any
        CMS_HEAP                          | 512m 2g                                      | much 2 2x
        CMS_STRIPE_API_URL                | http://127.0.0.1:12111                       | stripe
        CMS_LOCAL_IDENTITY                | true false                                   | yes 1
        CMS_METRICS_TOKEN                 | any                                          |
        CMS_OTLP_ENDPOINT                 | http://127.0.0.1:4318 https://otel.example/x | collector
        CMS_LOG_FORMAT                    | text json                                    | xml JSON
        """)
    void takesGoodTextsAndNamesTheSettingOfBadOnes(String name, String good, String bad) {
        for (String text : words(good)) {
            assertThatCode(() -> read(name, text)).as(name + "=" + text).doesNotThrowAnyException();
        }
        for (String text : words(bad)) {
            assertThatThrownBy(() -> read(name, text))
                    .as(name + "=" + text)
                    .isInstanceOf(Failure.class)
                    .hasMessageContaining(name + " ");
        }
    }

    /** One row a group: settings that are given together; any one of them alone stops the start. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        CMS_OIDC_ISSUER=https://id.example CMS_OIDC_CLIENT_ID=i CMS_OIDC_CLIENT_SECRET=s
        CMS_GIT_HOST_CLIENT_ID=i CMS_GIT_HOST_CLIENT_SECRET=s
        CMS_S3_ENDPOINT=http://127.0.0.1:9000 CMS_S3_BUCKET=b CMS_S3_KEY=k CMS_S3_SECRET=s
        CMS_STRIPE_SECRET_KEY=k CMS_STRIPE_WEBHOOK_SECRET=s CMS_STRIPE_PRICE_STARTER=a CMS_STRIPE_PRICE_PRO=b
        """)
    void settingsThatBelongTogetherAreGivenTogether(String group) {
        Map<String, String> all = words(group).stream()
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
        assertThatCode(() -> read(all)).doesNotThrowAnyException();
        for (String missing : all.keySet()) {
            var rest = new HashMap<>(all);
            rest.remove(missing);
            assertThatThrownBy(() -> read(rest)).hasMessageContaining(missing + " is missing");
        }
    }

    @Test
    void aGitHostAppIsCompleteAndHasItsClientBesideIt() {
        var app = new HashMap<>(Map.of("CMS_GIT_HOST_APP_ID", "7", "CMS_GIT_HOST_PRIVATE_KEY", PRIVATE_KEY));
        assertThatThrownBy(() -> read(app)).hasMessageContaining("CMS_GIT_HOST_APP_ID needs CMS_GIT_HOST_CLIENT_ID");
        app.putAll(Map.of("CMS_GIT_HOST_CLIENT_ID", "i", "CMS_GIT_HOST_CLIENT_SECRET", "s"));
        var gitHost = read(app).identity().gitHost();
        assertThat(gitHost).isNotNull();
        assertThat(gitHost.app()).isNotNull();
        assertThat(gitHost.apiUrl()).isEqualTo(URI.create("https://api.github.com"));
        app.remove("CMS_GIT_HOST_APP_ID");
        assertThatThrownBy(() -> read(app)).hasMessageContaining("CMS_GIT_HOST_APP_ID is missing");
    }

    @Test
    void aPrivateKeyIsTakenAsPemOnOneLineOrInBase64AndRefusedWhenDamaged() {
        var rest = Map.of("CMS_GIT_HOST_APP_ID", "7", "CMS_GIT_HOST_CLIENT_ID", "i", "CMS_GIT_HOST_CLIENT_SECRET", "s");
        String pem = PRIVATE_KEY;
        String base64 = Base64.getEncoder().encodeToString(pem.getBytes());
        for (String text : List.of(pem, pem.replace("\n", "\\n"), base64, pkcs1(pem))) {
            var all = new HashMap<>(rest);
            all.put("CMS_GIT_HOST_PRIVATE_KEY", text);
            assertThatCode(() -> read(all)).doesNotThrowAnyException();
        }
        for (String text : List.of(pem.substring(0, 400), pem.replace("MII", "MIX"), "key")) {
            var all = new HashMap<>(rest);
            all.put("CMS_GIT_HOST_PRIVATE_KEY", text);
            assertThatThrownBy(() -> read(all)).hasMessageContaining("CMS_GIT_HOST_PRIVATE_KEY must be an RSA");
        }
    }

    @Test
    void anEmptyEnvironmentGivesTheDocumentedDefaults() {
        Settings settings = read(Map.of("PATH", "/bin", "CMS_PORT", ""));
        assertThat(settings.server().host()).isEqualTo("127.0.0.1");
        assertThat(settings.server().port()).isEqualTo(4000);
        assertThat(settings.server().publicUrl()).isEqualTo(URI.create("http://localhost:4000"));
        assertThat(settings.storage().data()).isEqualTo(folder.resolve("data"));
        assertThat(settings.product())
                .isEqualTo(new ProductSettings(true, Edition.ENTERPRISE, false, Plan.ENTERPRISE, null));
        assertThat(settings.identity().isLocal()).isTrue();
        assertThat(settings.rates()).isEqualTo(new RateSettings(1000, 1000, 600, 10, 10, 10));
        assertThat(settings.warnings()).singleElement().asString().contains("anybody on this machine");
    }

    @Test
    void aSettingThatIsNotUsedIsNamedAtTheStart() {
        assertThat(read("CMS_REDIS_URL", "redis://localhost:6379").warnings())
                .anySatisfy(warning -> assertThat(warning).startsWith("CMS_REDIS_URL is set and not used"));
    }

    @Test
    void pagesThatMayCallRemoteToolsAreNamedAsBrowsersNameThem() {
        assertThat(read("CMS_MCP_ALLOWED_ORIGINS", "https://Assistant.Example.org:443/,http://localhost:3000")
                        .server()
                        .toolOrigins())
                .containsExactly(URI.create("https://assistant.example.org"), URI.create("http://localhost:3000"));
    }

    @Test
    void thePublicUrlFollowsThePortUnlessItIsGiven() {
        assertThat(read("CMS_PORT", "8080").server().publicUrl()).hasPort(8080);
        assertThat(read("CMS_PORT", "0").server().boundTo(31_234).publicUrl()).hasPort(31_234);
        assertThat(read("CMS_PUBLIC_URL", "http://localhost:81")
                        .server()
                        .boundTo(31_234)
                        .publicUrl())
                .hasPort(81);
    }

    @Test
    void anUnknownNameStopsTheStartAndTheNearestKnownOneIsSuggested() {
        assertThatThrownBy(() -> read("CMS_PROT", "4000"))
                .hasMessage("CMS_PROT is not a setting of this service; did you mean CMS_PORT?");
        assertThatThrownBy(() -> read("CMS_PORT_FILE", "/x")).hasMessageContaining("did you mean CMS_PORT?");
        assertThatThrownBy(() -> read("CMS_SOMETHING_ELSE_ENTIRELY", ""))
                .hasMessage("CMS_SOMETHING_ELSE_ENTIRELY is not a setting of this service.");
    }

    @Test
    void allProblemsAreListedAtOnce() {
        var failure = catchThrowableOfType(
                Failure.class, () -> read(Map.of("CMS_PORT", "x", "CMS_EDITION", "y", "CMS_NONSENSE_HERE", "z")));
        assertThat(failure.message().lines())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).startsWith("CMS_PORT is \"x\"; it must be a port"))
                .anySatisfy(line -> assertThat(line).startsWith("CMS_EDITION is \"y\"; it must be one of"))
                .anySatisfy(line -> assertThat(line).startsWith("CMS_NONSENSE_HERE is not a setting"));
    }

    @Test
    void everySecretMayComeFromAFileButNotTwice() throws IOException {
        Path file = Files.writeString(folder.resolve("secret"), LONG_SECRET + "\n");
        Path empty = Files.writeString(folder.resolve("empty"), "\n");
        for (String twin : Settings.names()) {
            if (!twin.endsWith("_FILE")) {
                continue;
            }
            String name = twin.substring(0, twin.length() - "_FILE".length());
            assertThatThrownBy(() -> read(Map.of(name, LONG_SECRET, twin, file.toString())))
                    .hasMessageContaining(name + " and " + twin + " are both given");
            assertThatThrownBy(() -> read(twin, folder.resolve("absent").toString()))
                    .hasMessageContaining(twin + " names")
                    .hasMessageContaining("cannot be read");
            assertThatThrownBy(() -> read(twin, empty.toString())).hasMessageContaining("which is empty");
        }
        var sealing = read("CMS_SECRET_FILE", file.toString()).storage().sealing();
        assertThat(sealing.current()).isNotNull();
        assertThat(sealing.current().reveal()).isEqualTo(LONG_SECRET);
    }

    @Test
    void secretsAppearInNoTextForm() {
        Settings settings = read(Map.of(
                "CMS_SECRET",
                LONG_SECRET,
                "CMS_DATABASE_URL",
                "postgresql://u:hidden@h/d",
                "CMS_METRICS_TOKEN",
                "hidden"));
        assertThat(settings.toString())
                .doesNotContain(LONG_SECRET)
                .doesNotContain("hidden")
                .contains("(secret)");
        assertThatThrownBy(() -> read("CMS_DATABASE_URL", "mysql://u:hidden@h/d"))
                .hasMessageContaining("CMS_DATABASE_URL must be")
                .hasMessageNotContaining("hidden");
    }

    @ParameterizedTest
    @CsvSource({
        "CMS_HOST,0.0.0.0",
        "CMS_HOST,cms.example",
        "CMS_PUBLIC_URL,https://cms.example",
        "CMS_TRUSTED_PROXIES,10.0.0.0/8"
    })
    void localIdentityDoesNotStartWhereOthersReachIt(String name, String text) {
        assertThatThrownBy(() -> read(name, text))
                .hasMessageContaining(name)
                .hasMessageContaining("CMS_LOCAL_IDENTITY");
        assertThatCode(() -> read(Map.of(name, text, "CMS_LOCAL_IDENTITY", "true")))
                .doesNotThrowAnyException();
        var real = new HashMap<>(Map.of(name, text, "CMS_OIDC_ISSUER", "https://id.example"));
        real.putAll(Map.of("CMS_OIDC_CLIENT_ID", "i", "CMS_OIDC_CLIENT_SECRET", "s"));
        assertThatCode(() -> read(real)).doesNotThrowAnyException();
    }

    @Test
    void trustedProxiesAreBlocksOfLiteralAddresses() {
        assertThatThrownBy(() -> read("CMS_TRUSTED_PROXIES", "proxy.example"))
                .hasMessageContaining("CMS_TRUSTED_PROXIES is");
        assertThatThrownBy(() -> read("CMS_TRUSTED_PROXIES", "10.0.0.0/33")).hasMessageContaining("block");
        var ranges = read(Map.of("CMS_TRUSTED_PROXIES", "10.1.0.0/15, ::1", "CMS_LOCAL_IDENTITY", "true"))
                .server()
                .trustedProxies();
        assertThat(ranges.get(0).contains(InetAddress.ofLiteral("10.0.255.255")))
                .isTrue();
        assertThat(ranges.get(0).contains(InetAddress.ofLiteral("10.2.0.0"))).isFalse();
        assertThat(ranges.get(1).contains(InetAddress.ofLiteral("::1"))).isTrue();
        assertThat(ranges.get(1).contains(InetAddress.ofLiteral("::2"))).isFalse();
    }

    @Test
    void theDataFolderIsNotAFile() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> read("CMS_DATA", file.toString())).hasMessageContaining("CMS_DATA is");
        assertThat(read("CMS_DATA", folder.resolve("elsewhere").toString())
                        .storage()
                        .data())
                .isEqualTo(folder.resolve("elsewhere"));
    }

    @Test
    void aWorkspaceStartsOnThePlanOfEditionThenBillingThenDefault() {
        assertThat(read("CMS_DEFAULT_PLAN", "pro").product().planOfNewWorkspace())
                .isEqualTo(Plan.PRO);
        assertThat(read(Map.of("CMS_DEFAULT_PLAN", "pro", "CMS_BILLING", "stripe"))
                        .product()
                        .planOfNewWorkspace())
                .isEqualTo(Plan.FREE);
        assertThat(read(Map.of("CMS_DEFAULT_PLAN", "pro", "CMS_EDITION", "community"))
                        .product()
                        .planOfNewWorkspace())
                .isEqualTo(Plan.COMMUNITY);
    }

    @Test
    void theExampleFileListsExactlyTheKnownNames() throws IOException {
        var listed = Files.readAllLines(Path.of(".env.example")).stream()
                .filter(line -> line.matches("#?CMS_[A-Z0-9_]+=.*"))
                .map(line -> line.replaceFirst("^#?(CMS_[A-Z0-9_]+)=.*", "$1"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(listed).isEqualTo(Settings.names());
    }

    @Test
    void everySettingIsReadByATestHere() throws IOException {
        String tests = Files.readString(Path.of("src/test/java/cms/settings/SettingsTest.java"));
        assertThat(Settings.names().stream()
                        .map(name -> name.replaceFirst("_FILE$", ""))
                        .filter(name -> !Pattern.compile("\\b" + name + "\\b")
                                .matcher(tests)
                                .find()))
                .isEmpty();
    }

    private Settings read(String name, String text) {
        return read(Map.of(name, text));
    }

    private Settings read(Map<String, String> environment) {
        return Settings.read(environment, folder);
    }

    private static List<String> words(String text) {
        return text == null
                ? List.of()
                : Arrays.stream(text.split(" ")).filter(word -> !word.isEmpty()).toList();
    }

    private static String privateKey() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            byte[] der = generator.generateKeyPair().getPrivate().getEncoded();
            return pem("PRIVATE KEY", der);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The older form of the same key: what stands inside the PKCS#8 wrapping of 26 bytes. */
    private static String pkcs1(String pem) {
        byte[] der = Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        return pem("RSA PRIVATE KEY", Arrays.copyOfRange(der, 26, der.length));
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + label + "-----\n";
    }
}
