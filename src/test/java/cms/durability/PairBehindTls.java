package cms.durability;

import static cms.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.Documents;
import cms.testing.FreePort;
import cms.testing.HostWorld;
import cms.testing.Http;
import cms.testing.ObjectStore;
import cms.testing.Person;
import cms.testing.RemoteGit;
import cms.testing.Reply;
import cms.testing.Rows;
import cms.testing.ServiceProcess;
import cms.testing.StandInHost;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * The recipe of {@code docs/running.md} for several instances, as it stands there: its settings, its nginx with TLS,
 * PostgreSQL, a bucket and a Git host. Run by {@code .ci/pair}.
 */
final class PairBehindTls {
    private static final int SAVES = 20;
    private static final long PAUSE_NANOS = 150_000_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    private final Report report = new Report();
    private final Map<String, String> settings = new HashMap<>();
    private final List<ServiceProcess> services = new ArrayList<>();

    @Test
    void twoInstancesAreOneServiceBehindOneAddress() throws Exception {
        long start = System.nanoTime();
        try (StandInHost host = StandInHost.in(folder.resolve("host"));
                RemoteGit git = RemoteGit.in(folder.resolve("host"));
                ObjectStore bucket = new ObjectStore(Files.createDirectories(folder.resolve("bucket")));
                FreePort port = new FreePort();
                FreePort first = new FreePort();
                FreePort second = new FreePort()) {
            host.git = Optional.of(URI.create(git.url()));
            host.gitPassword = "first-token";
            URI address = URI.create("https://localhost:" + port.number());
            settings.putAll(host.settings());
            settings.putAll(bucket.settings());
            settings.put("CMS_DATABASE_URL", Rows.empty().orElseThrow());
            settings.put("CMS_SECRET", "the-same-secret-of-forty-characters-0001");
            settings.put("CMS_PUBLIC_URL", address.toString());
            settings.put("CMS_TRUSTED_PROXIES", "127.0.0.1/32");
            settings.put("CMS_HOST", "0.0.0.0");
            settings.put("CMS_METRICS_TOKEN", "0123456789abcdef0123456789abcdef");
            settings.put("CMS_DELIVERY_RATE_PER_HOUR", "1000000"); // looking again and again is many reads
            assertThat(settings.keySet()).containsAll(documented());
            services.add(service(first.number()));
            services.add(service(second.number()));
            certificate();
            Process nginx = nginx(port.number(), first.number(), second.number());
            try {
                work(host, git, address, start);
            } finally {
                nginx.destroy();
                nginx.waitFor();
            }
        } finally {
            services.forEach(ServiceProcess::close);
        }
    }

    private void work(StandInHost host, RemoteGit git, URI address, long start) {
        eventually("both behind nginx", () -> isReady(address));
        HostWorld.Installed installed = host.world.install("team", "ada");
        String repository = host.world.create("team/site", HostWorld.starter()).fullName;
        Person ada = host.signIn(address, "ada");
        String workspace = id(ada.http()
                .post("/api/workspaces", Map.of("name", "Team", "slug", "team"))
                .is(200)
                .json());
        ada.http()
                .post(
                        "/api/git_host/installations/connect",
                        Map.of("workspaceId", workspace, "installationId", installed.id))
                .is(200);
        String projects = "/api/workspaces/" + workspace + "/projects";
        String project = id(ada.http()
                .post(projects, Map.of("repoFullName", repository, "name", "Site"))
                .is(200)
                .json());
        String p = projects + "/" + project;
        eventually("cms is on the host", () -> !git.tip(repository, "cms").isEmpty());
        ada.http().patch(p + "/cdn/settings", Map.of("cdn_enabled", true)).is(200);
        String key = ada.http()
                .post(p + "/cdn/keys", Map.of("name", "website"))
                .is(200)
                .json()
                .get("key")
                .asString();
        Http site = new Http(address).bearer(key);
        String file = "/api/cdn/v1/" + project + "/content/home/en.json";
        save(ada, p, "Behind TLS");
        eventually("readers see it at both", () -> atBoth(() -> shows(site, file, "Behind TLS")));
        report.line("two instances behind TLS serve a saved entry after %d s", seconds(start));
        long longest = 0;
        for (int i = 0; i < SAVES; i++) {
            String headline = "\"Headline " + i + "\"";
            save(ada, p, "Headline " + i);
            long saved = System.nanoTime();
            // Twice, because nginx asks one after the other.
            for (int instance = 0; instance < 2; instance++) {
                eventually("the other one shows it", () -> shows(ada.http(), p + "/content/home/home", headline));
            }
            longest = Math.max(longest, (System.nanoTime() - saved) / 1_000_000);
        }
        report.line("what one has saved, the other shows within %d ms", longest);
        services.getFirst().kill();
        for (int i = 0; i < SAVES; i++) {
            save(ada, p, "One of them " + i);
        }
        eventually("readers see the last", () -> shows(site, file, "One of them " + (SAVES - 1)));
        assertThat(services.getLast().stop()).isZero();
        report.line("pair passed: %d saves at two, %d with one of them killed, in %d s", SAVES, SAVES, seconds(start));
    }

    private static long seconds(long start) {
        return (System.nanoTime() - start) / 1_000_000_000;
    }

    private static String id(JsonNode json) {
        return json.get("id").asString();
    }

    private static void save(Person ada, String p, String headline) {
        JsonNode saved = ada.http()
                .post(p + "/content/home", Map.of("locale", "en", "data", Map.of("headline", headline)))
                .is(200)
                .json();
        assertThat(saved.get("merged").asBoolean()).as(saved.toString()).isTrue();
    }

    private static boolean shows(Http site, String file, String text) {
        LockSupport.parkNanos(PAUSE_NANOS);
        Reply answer = site.get(file);
        assertThat(answer.status())
                .as("A reader is told to wait: " + answer.text())
                .isNotEqualTo(429);
        return answer.text().contains(text);
    }

    /** Asked twice, because nginx asks one after the other. */
    private static boolean atBoth(BooleanSupplier holds) {
        return IntStream.range(0, 2).allMatch(_ -> holds.getAsBoolean());
    }

    private static boolean isReady(URI address) {
        try {
            Http http = new Http(address);
            return atBoth(() -> http.get("/api/health/ready").status() == 200);
        } catch (RuntimeException notYet) {
            return false;
        }
    }

    /** The names of the settings that the document gives each instance, but those that have another form here. */
    private static TreeSet<String> documented() {
        TreeSet<String> names = new TreeSet<>();
        Matcher name = Pattern.compile("(?m)^(CMS_[A-Z0-9_]+)=").matcher(Documents.block("docs/running.md", "ini", 2));
        while (name.find()) {
            names.add(name.group(1).replaceFirst("_FILE$", ""));
        }
        assertThat(names).hasSizeGreaterThan(12);
        names.remove("CMS_SMTP_URL");
        return names;
    }

    private ServiceProcess service(int port) throws IOException {
        Map<String, String> own = new HashMap<>(settings);
        own.put("CMS_PORT", Integer.toString(port));
        return ServiceProcess.start(Files.createDirectories(folder.resolve("data" + port)), own);
    }

    /**
     * The file beside the document, with these addresses, the upstream of the document, and a certificate of its own.
     */
    private Process nginx(int port, int first, int second) throws IOException {
        String site = Documents.block("docs/running.md", "text", 1)
                        .replace("10.0.0.11:4000", "127.0.0.1:" + first)
                        .replace("10.0.0.12:4000", "127.0.0.1:" + second)
                + Files.readString(Path.of("docs/running/nginx.conf"))
                        .replace("http://127.0.0.1:4000", "http://cms")
                        .replace("listen 443", "listen 127.0.0.1:" + port)
                        .replaceFirst("(?s)server \\{\\s+listen 80;.*", "")
                        .replace("cms.example.org;", "localhost;")
                        .replace("/etc/ssl/cms.example.org.pem", folder + "/pem")
                        .replace("/etc/ssl/cms.example.org.key", folder + "/key");
        String user = System.getProperty("user.name").equals("root") ? "user root;" : "";
        Files.writeString(folder.resolve("nginx.conf"), """
            daemon off; worker_processes 1; pid %1$s/nginx.pid; error_log %1$s/error.log; %2$s
            events { }
            http {
              access_log off; client_body_temp_path %1$s/body; proxy_temp_path %1$s/proxy;
              fastcgi_temp_path %1$s/fastcgi; uwsgi_temp_path %1$s/uwsgi; scgi_temp_path %1$s/scgi;
              %3$s
            }
            """.formatted(folder, user, site));
        return new ProcessBuilder("nginx", "-p", folder.toString(), "-c", folder.resolve("nginx.conf") + "")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.log").toFile())
                .start();
    }

    /** One for localhost, which every client of this process believes from now on. */
    private void certificate() throws Exception {
        Process made = new ProcessBuilder(
                        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout key -out pem -addext"
                                .concat(" subjectAltName=DNS:localhost")
                                .split(" "))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        made.getInputStream().readAllBytes();
        assertThat(made.waitFor()).isZero();
        KeyStore known = KeyStore.getInstance(KeyStore.getDefaultType());
        known.load(null, null);
        try (InputStream pem = Files.newInputStream(folder.resolve("pem"))) {
            known.setCertificateEntry(
                    "pair", CertificateFactory.getInstance("X.509").generateCertificate(pem));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(known);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        SSLContext.setDefault(tls);
    }
}
