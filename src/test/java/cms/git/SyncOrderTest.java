package cms.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a power cut could undo cannot be found by killing a process, because the kernel keeps what was written. So this
 * reads the system calls of saves: each file is synced before it gets its name, each name before the answer. Shown to
 * fail when {@code channel.force} or a {@code Durable.folder} is taken out.
 */
@Tag("strace")
final class SyncOrderTest {
    private static final int SAVES = Integer.getInteger("cms.saves", 30);
    private static final Pattern CALL = Pattern.compile("(\\d+) +(?:<\\.\\.\\. )?(\\w+)(?:\\(| resumed>)(.*)");
    private static final Pattern OPENED = Pattern.compile("AT_FDCWD(?:<[^>]*>)?, \"([^\"]+)\", (\\S+).*= \\d+<.*");
    private static final Pattern SYNCED = Pattern.compile("\\d+<([^>]+)>.*");
    private static final Pattern RENAMED = Pattern.compile("\"([^\"]+)\", \"([^\"]+)\".*");

    private static final String GATHERED = "tmp_gathered_";

    @TempDir
    Path root;

    private final Set<String> unsyncedFiles = new HashSet<>();
    private final Set<String> unsyncedFolders = new HashSet<>();
    private final List<String> violations = new ArrayList<>();
    private int created;
    private int renames;
    private int answers;

    /** Started under strace: one save after the other, each answered on the standard output. */
    static final class Saves {
        public static void main(String[] arguments) {
            try (Repositories repositories = Repositories.open(Path.of(arguments[0]))) {
                Repository repository = Sites.create(repositories, "readme.md", "hello\n");
                System.out.println("answer");
                for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
                    Sites.save(repository, "cms", "folder" + i % 3 + "/file" + i, "text " + i + "\n");
                    System.out.println("answer");
                }
            }
        }
    }

    @Test
    void everythingIsSyncedBeforeTheAnswer() throws Exception {
        follow(trace());
        assertThat(renames).as("objects and refs that were put in place").isGreaterThanOrEqualTo(SAVES * 3);
    }

    private void follow(List<String> trace) {
        Map<String, String> unfinished = new HashMap<>();
        for (String line : trace) {
            Matcher call = CALL.matcher(line);
            if (!call.matches()) {
                continue;
            }
            String arguments = unfinished.getOrDefault(call.group(1), "") + call.group(3);
            unfinished.remove(call.group(1));
            if (arguments.endsWith("<unfinished ...>")) {
                unfinished.put(call.group(1), arguments.replace("<unfinished ...>", ""));
            } else {
                ended(call.group(2), arguments);
            }
        }
        assertThat(violations).isEmpty();
        assertThat(answers).isEqualTo(SAVES + 1);
        assertThat(created).as("files that were created").isGreaterThanOrEqualTo(renames);
    }

    private void ended(String call, String arguments) {
        switch (call) {
            case "openat" -> {
                Matcher opened = OPENED.matcher(arguments);
                if (opened.matches() && opened.group(2).contains("O_CREAT") && isOurs(opened.group(1))) {
                    created++;
                    unsyncedFiles.add(opened.group(1));
                }
            }
            case "fsync", "fdatasync" -> {
                Matcher synced = SYNCED.matcher(arguments);
                if (synced.matches() && arguments.endsWith("= 0")) {
                    unsyncedFiles.remove(synced.group(1));
                    unsyncedFolders.remove(synced.group(1));
                }
            }
            case "rename", "renameat2", "renameat" -> {
                Matcher renamed = RENAMED.matcher(arguments);
                if (renamed.matches() && isOurs(renamed.group(1))) {
                    renamed(renamed.group(1), renamed.group(2));
                }
            }
            case "write" -> {
                if (arguments.contains("\"answer")) {
                    answers++;
                    unsyncedFiles.stream()
                            .filter(file -> !file.contains(GATHERED))
                            .forEach(file -> violations.add("answered before the sync of " + file));
                    unsyncedFolders.forEach(folder -> violations.add("answered before the sync of " + folder));
                }
            }
            default -> {
                // No other call was traced.
            }
        }
    }

    private void renamed(String from, String to) {
        renames++;
        if (unsyncedFiles.contains(from)) {
            violations.add("named before its sync: " + to);
        }
        if (from.contains(GATHERED)) {
            return; // What is gathered beside the saves lies in the old packs until its names are synced.
        }
        if (to.endsWith("packed-refs") && !unsyncedFolders.isEmpty()) {
            violations.add("refs moved before the sync of " + unsyncedFolders);
        }
        unsyncedFolders.add(Path.of(to).getParent().toString());
    }

    private boolean isOurs(String path) {
        return path.startsWith(root.toString()) && !path.endsWith(".owner");
    }

    private List<String> trace() throws IOException, InterruptedException {
        Path log = root.resolve("trace");
        Process traced;
        try {
            traced = new ProcessBuilder(
                            "strace",
                            "-f",
                            "-y",
                            "-qq",
                            "-e",
                            "trace=openat,write,fsync,fdatasync,rename,renameat,renameat2",
                            "-o",
                            log.toString(),
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Saves.class.getName(),
                            root.resolve("repositories").toString(),
                            Integer.toString(SAVES))
                    .redirectErrorStream(true)
                    .redirectOutput(root.resolve("output").toFile())
                    .start();
        } catch (IOException noStrace) {
            assumeTrue(false, "strace is not installed");
            return List.of();
        }
        assertThat(traced.waitFor(600, TimeUnit.SECONDS)).isTrue();
        String output = Files.readString(root.resolve("output"));
        assumeTrue(!output.contains("Operation not permitted"), "tracing is not allowed here");
        assertThat(traced.exitValue()).as(output).isZero();
        return Files.readAllLines(log);
    }
}
