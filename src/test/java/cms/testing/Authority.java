package cms.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate authority of a company's own, made with the tool of the JDK in a folder of the test's. */
public final class Authority {
    private static final String PASSWORD = "changeit";

    private final Path folder;
    private final String name;
    private int servers;

    public Authority(Path folder, String name) {
        this.folder = folder;
        this.name = name;
        make(name, "CN=" + name, "-ext", "bc:c");
        keytool(name, "-exportcert", "-alias", name, "-rfc", "-file", pem().toString());
    }

    /** What an operator puts into {@code CMS_TRUSTED_CERTIFICATES}. */
    public Path pem() {
        return folder.resolve(name + ".pem");
    }

    /** A server's key with a certificate for these names, for instance {@code ip:127.0.0.1}. */
    public SSLContext server(String names) {
        String server = name + "-" + ++servers;
        String request = folder.resolve(server + ".csr").toString();
        String certificate = folder.resolve(server + ".pem").toString();
        make(server, "CN=server");
        keytool(server, "-certreq", "-alias", server, "-file", request);
        keytool(name, "-gencert", "-alias", name, "-ext", "san=" + names, "-infile", request, "-outfile", certificate);
        keytool(server, "-importcert", "-noprompt", "-alias", name, "-file", pem().toString());
        keytool(server, "-importcert", "-alias", server, "-file", certificate);
        try (InputStream in = Files.newInputStream(folder.resolve(server + ".p12"))) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD.toCharArray());
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, PASSWORD.toCharArray());
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (IOException | GeneralSecurityException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void make(String alias, String subject, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("-genkeypair", "-alias", alias, "-dname", subject, "-keyalg", "EC", "-validity", "30"));
        arguments.addAll(List.of(more));
        keytool(alias, arguments.toArray(String[]::new));
    }

    private void keytool(String store, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", folder.resolve(store + ".p12").toString(), "-storepass", PASSWORD));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes());
            assertThat(process.waitFor()).as(said).isZero();
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
