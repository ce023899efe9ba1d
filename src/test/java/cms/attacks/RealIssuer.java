package cms.attacks;

import cms.testing.Eventually;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * npm's oidc-provider as a process of its own, in the folder where {@code .ci/attacks} installs it meanwhile. It is
 * told one thing a line, and answers with a line.
 */
final class RealIssuer implements AutoCloseable {
    private final @Nullable Process process;
    private final Path log;

    private RealIssuer(@Nullable Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * One that is not there where it could not be installed; {@code installing} lies in the folder until that is known.
     */
    static RealIssuer start() throws IOException {
        Path folder = Path.of(System.getProperty("cms.attack.issuer", ""));
        Eventually.eventually(
                "the issuer is installed, or known not to be",
                () -> Files.exists(folder.resolve("installed")) || !Files.exists(folder.resolve("installing")));
        Path log = folder.resolve("log");
        if (!Files.exists(folder.resolve("installed"))) {
            return new RealIssuer(null, log);
        }
        return new RealIssuer(
                new ProcessBuilder("node", "mix-up.mjs")
                        .directory(folder.toFile())
                        .redirectError(log.toFile())
                        .start(),
                log);
    }

    boolean isThere() {
        return process != null;
    }

    /** What the service needs to sign people in through it; nothing where it is not there. */
    Map<String, String> settings() throws IOException {
        return isThere()
                ? Map.of(
                        "CMS_OIDC_ISSUER", ask("url"),
                        "CMS_OIDC_CLIENT_ID", "cms-client",
                        "CMS_OIDC_CLIENT_SECRET", "a secret + of / the = test: 100%")
                : Map.of();
    }

    String ask(String line) throws IOException {
        Process there = Objects.requireNonNull(process);
        BufferedWriter tells = there.outputWriter();
        tells.write(line);
        tells.newLine();
        tells.flush();
        String answer = there.inputReader().readLine();
        if (answer == null) {
            throw new AssertionError("The issuer has ended: " + Files.readString(log));
        }
        return answer;
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroy();
        }
    }
}
