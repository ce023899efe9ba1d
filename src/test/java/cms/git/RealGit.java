package cms.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The {@code git} program of this machine, without anybody's configuration. */
public final class RealGit {
    private RealGit() {}

    record Answer(int code, String output) {}

    /** What a command prints; fails the test when the command fails. */
    public static String run(Path folder, String... arguments) {
        Answer answer = attempt(folder, arguments);
        if (answer.code() != 0) {
            throw new AssertionError("git " + String.join(" ", arguments) + " failed: " + answer.output());
        }
        return answer.output().strip();
    }

    static Answer attempt(Path folder, String... arguments) {
        return attemptWith(folder, "", arguments);
    }

    static Answer attemptWith(Path folder, String input, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
        builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        builder.environment().put("GIT_TERMINAL_PROMPT", "0");
        for (String role : List.of("AUTHOR", "COMMITTER")) {
            builder.environment().put("GIT_" + role + "_NAME", "bo");
            builder.environment().put("GIT_" + role + "_EMAIL", "bo@example.com");
        }
        try {
            Process process = builder.start();
            Thread.ofVirtual().start(() -> feed(process, input));
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("git " + arguments[0] + " did not end");
            }
            return new Answer(process.exitValue(), output);
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    private static void feed(Process process, String input) {
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        } catch (IOException notInterested) {
            // The command did not read its input.
        }
    }

    /** Every object sound, nothing missing, and not a single warning. */
    public static void assertSound(Path gitDir) {
        String complaints = run(gitDir, "fsck", "--full", "--strict", "--no-dangling", "--no-progress");
        if (!complaints.replaceAll("notice: .*", "").isBlank()) {
            throw new AssertionError("git fsck: " + complaints);
        }
    }
}
