package cms.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A clone on somebody's machine, driven by the {@code git} program without anybody's configuration. */
public final class GitClient {
    private static final long TIMEOUT_SECONDS = 60;

    private final Path folder;
    private final String email;

    /** What a command ended with and printed, both streams together. */
    public record Ended(int code, String output) {}

    private GitClient(Path folder, String email) {
        this.folder = folder;
        this.email = email;
    }

    /** Clones {@code {base}/git/{owner/repo}.git} into a new folder below {@code parent}. */
    public static GitClient clone(Path parent, Person person, String repository) {
        return clone(parent, person.gitUrl(repository), person.email());
    }

    static GitClient clone(Path parent, String url, String email) {
        try {
            Path folder = Files.createTempDirectory(parent, "clone");
            GitClient client = new GitClient(folder, email);
            client.git("clone", "--quiet", url, ".");
            return client;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Any folder, for commands that need no clone. */
    public static GitClient at(Path folder) {
        return new GitClient(folder, "nobody@example.org");
    }

    public Path folder() {
        return folder;
    }

    /** What the command printed, without blanks around it; fails the test when the command fails. */
    public String git(String... arguments) {
        Ended ended = attempt(arguments);
        if (ended.code() != 0) {
            throw new AssertionError("git " + arguments[0] + " failed: " + ended.output());
        }
        return ended.output().strip();
    }

    public Ended attempt(String... arguments) {
        return attempt(Map.of(), arguments);
    }

    /** The same with what is said on the wire in the output, packet by packet. */
    public Ended traced(String... arguments) {
        return attempt(Map.of("GIT_TRACE_PACKET", "1"), arguments);
    }

    /** Commits everything that changed at other times than now, seconds since 1970; answers the commit's id. */
    public String commitAt(String message, String authored, String committed) {
        git("add", "--all");
        Map<String, String> times =
                Map.of("GIT_AUTHOR_DATE", "@" + authored + " +0000", "GIT_COMMITTER_DATE", "@" + committed + " +0000");
        Ended ended = attempt(times, "commit", "--quiet", "--message", message);
        if (ended.code() != 0) {
            throw new AssertionError("git commit failed: " + ended.output());
        }
        return git("rev-parse", "HEAD");
    }

    private Ended attempt(Map<String, String> more, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("GIT_") || name.endsWith("_proxy"));
        environment.putAll(Map.of(
                "GIT_CONFIG_GLOBAL", "/dev/null",
                "GIT_CONFIG_NOSYSTEM", "1",
                "GIT_TERMINAL_PROMPT", "0",
                "GIT_AUTHOR_NAME", email,
                "GIT_AUTHOR_EMAIL", email,
                "GIT_COMMITTER_NAME", email,
                "GIT_COMMITTER_EMAIL", email));
        environment.putAll(more);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("git " + arguments[0] + " did not end");
            }
            return new Ended(process.exitValue(), output);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", interrupted);
        }
    }

    /** Writes a file of the work tree, folders included. */
    public GitClient write(String path, String text) {
        try {
            Path file = folder.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The file as it is on a branch or commit. */
    public String show(String commit, String path) {
        return git("show", commit + ":" + path);
    }

    /** Commits everything that changed and answers the commit's id. */
    public String commit(String message) {
        git("add", "--all");
        git("commit", "--quiet", "--message", message);
        return git("rev-parse", "HEAD");
    }
}
