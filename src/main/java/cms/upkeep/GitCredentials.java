package cms.upkeep;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Stores passwords of a service with {@code git credential}. */
final class GitCredentials {
    private static final long TIMEOUT_SECONDS = 60;
    private static final int NOT_SET = 1;

    private final Map<String, String> environment;

    GitCredentials(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * Passes a password to the credential helper configured for a service. Without one, {@code store} becomes the
     * helper of this service.
     *
     * @return the helper's name, for a person to read
     */
    String keep(URI service, String user, String password) throws IOException {
        Ran configured = run("", "config", "--get-urlmatch", "credential.helper", service.toString());
        String helper = configured.output().strip();
        if (configured.code() == NOT_SET || helper.isEmpty()) {
            helper = "store";
            done(run("", "config", "--global", "credential." + service + ".helper", helper));
        }
        done(run("url=" + service + "\nusername=" + user + "\npassword=" + password + "\n\n", "credential", "approve"));
        return helper.equals("store") ? "in ~/.git-credentials, readable by you alone" : "helper " + helper;
    }

    private record Ran(int code, String output) {}

    private static void done(Ran ran) throws IOException {
        if (ran.code() != 0) {
            throw new IOException(
                    "git ended with " + ran.code() + ": " + ran.output().strip());
        }
    }

    private Ran run(String input, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("git does not end");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("the wait for git was broken off", interrupted);
        }
        return new Ran(process.exitValue(), output);
    }
}
