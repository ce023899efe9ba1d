package cms.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate authority of a company's own, made with the tool of the JDK in a folder of the test's.
 *
 * <p>Authorities of one name in one process have the same keys, and so have their servers of the same names in the same
 * order.
 */
public final class Authority {
    private static final String PASSWORD = "changeit";

    /**
     * Stores of keys by all that was made into them, in order: each step starts a Java that works for more than a
     * second.
     */
    private static final Map<List<String>, byte[]> MADE = new ConcurrentHashMap<>();

    private final Path folder;
    private final String name;
    private final List<String> steps = new ArrayList<>();
    private int servers;

    public Authority(Path folder, String name) {
        this.folder = folder;
        this.name = name;
        make(name, "CN=" + name, "-ext", "bc:c");
        try {
            Base64.Encoder lines = Base64.getMimeEncoder(64, new byte[] {'\n'});
            String certificate =
                    lines.encodeToString(store().getCertificate(name).getEncoded());
            Files.writeString(pem(), "-----BEGIN CERTIFICATE-----\n" + certificate + "\n-----END CERTIFICATE-----\n");
        } catch (IOException | GeneralSecurityException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** What an operator puts into {@code CMS_TRUSTED_CERTIFICATES}. */
    public Path pem() {
        return folder.resolve(name + ".pem");
    }

    /** A server's key with a certificate for these names, for instance {@code ip:127.0.0.1}. */
    public SSLContext server(String names) {
        String server = name + "-" + ++servers;
        make(server, "CN=server", "-ext", "san=" + names, "-signer", name);
        try {
            KeyStore store = store();
            for (String other : Collections.list(store.aliases())) {
                if (!other.equals(server)) {
                    store.deleteEntry(other);
                }
            }
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (IOException | GeneralSecurityException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private Path keys() {
        return folder.resolve(name + ".p12");
    }

    private KeyStore store() throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(keys())) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD.toCharArray());
            return store;
        }
    }

    private void make(String alias, String subject, String... more) {
        steps.addAll(List.of(alias, subject));
        steps.addAll(List.of(more));
        byte[] made = MADE.computeIfAbsent(List.copyOf(steps), unknown -> madeByTool(alias, subject, more));
        try {
            Files.write(keys(), made);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** The bytes of the store after the tool has put one more pair of keys into it. */
    private byte[] madeByTool(String alias, String subject, String... more) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                alias,
                "-dname",
                subject,
                "-keyalg",
                "EC",
                "-validity",
                "30",
                "-keystore",
                keys().toString(),
                "-storepass",
                PASSWORD));
        command.addAll(List.of(more));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            return Files.readAllBytes(keys());
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
