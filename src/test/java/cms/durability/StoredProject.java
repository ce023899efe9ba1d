package cms.durability;

import static org.assertj.core.api.Assertions.assertThat;

import cms.platform.json.Json;
import cms.testing.GitClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A repository of the data folder, read with the {@code git} program and nothing of ours. */
final class StoredProject {
    static final String AUTHORS = ".cms/content/blog/authors/data.json";

    private final Path gitDir;
    private final GitClient git;

    StoredProject(Path gitDir) {
        this.gitDir = gitDir;
        this.git = GitClient.at(gitDir);
    }

    /** Every acknowledged write is on {@code cms} (or waits on its branch), and in its history exactly once. */
    void holds(Acknowledged acknowledged) {
        Map<String, Integer> saves = new HashMap<>();
        Set<String> commits = new HashSet<>();
        for (String line : git.git("log", "--format=%H %(trailers:key=Cms-Entries,valueonly,separator=%x20)", "cms")
                .split("\n")) {
            String[] words = line.strip().split(" ");
            commits.add(words[0]);
            for (int i = 1; i < words.length; i++) {
                saves.merge(words[i], 1, Integer::sum);
            }
        }
        JsonNode authors = Json.parse(git.show("cms", AUTHORS));
        List<String> lost = acknowledged.entries().stream()
                .filter(id -> !authors.has(id) || saves.getOrDefault(id, 0) != 1)
                .map(id -> id + " (" + saves.getOrDefault(id, 0) + " commits)")
                .toList();
        assertThat(lost)
                .as("saves that are not on cms exactly once in %s", gitDir)
                .isEmpty();
        assertThat(commits).as("pushed and merged commits on cms of %s", gitDir).containsAll(acknowledged.commits());
        Map<String, String> branches = branches();
        acknowledged
                .waiting()
                .forEach((branch, sha) -> assertThat(sha.equals(branches.get(branch)) || commits.contains(sha))
                        .as("the change %s at %s of %s", branch, sha, gitDir)
                        .isTrue());
    }

    void isSound() {
        GitClient.Ended fsck = git.attempt("fsck", "--full", "--strict");
        assertThat(fsck.code()).as("git fsck of %s: %s", gitDir, fsck.output()).isZero();
        assertThat(fsck.output()).doesNotContain("error", "missing", "broken", "corrupt");
    }

    /** Locks and half-written files, each with what tells it from one that is written later under the same name. */
    Set<String> leftovers() {
        Set<String> found = new TreeSet<>();
        try {
            Files.walkFileTree(gitDir, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String name = file.getFileName().toString();
                    if (name.endsWith(".lock") || name.startsWith("tmp_")) {
                        found.add(file + " " + attributes.fileKey() + " " + attributes.lastModifiedTime());
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path gone, IOException failed) {
                    return FileVisitResult.CONTINUE;
                }
            });
            return found;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A service that runs may write again already: only what was there before it started must be gone. */
    void hasNoneOf(Set<String> before) {
        Set<String> still = leftovers();
        still.retainAll(before);
        assertThat(still).as("leftovers in %s", gitDir).isEmpty();
    }

    /** What happened here, as the commits tell it: what the log and the listeners of the project have to be told. */
    Set<StoredFact> facts() {
        Set<StoredFact> facts = new HashSet<>();
        records(
                        "cms",
                        "%(trailers:key=Cms-Landing,valueonly,separator=%x20)%x1f"
                                + "%(trailers:key=Cms-Branch,valueonly,separator=%x20)")
                .filter(words -> words[1].equals("saved"))
                .forEach(words -> facts.add(new StoredFact(words[0], "SAVED", 0, words[2])));
        records(
                        "refs/cms/journal",
                        "%(trailers:key=Cms-Actor,valueonly,separator=%x20)%x1f"
                                + "%(trailers:key=Cms-Move,valueonly,separator=%x1f)")
                .filter(words -> !words[1].isEmpty())
                .forEach(words -> {
                    for (int i = 2; i < words.length; i++) {
                        String[] move = words[i].split(" ", 4);
                        facts.add(new StoredFact(words[0], move[0].toUpperCase(Locale.ROOT), i - 2, move[3]));
                    }
                });
        return facts;
    }

    private Stream<String[]> records(String ref, String format) {
        GitClient.Ended log = git.attempt("log", "--format=%H%x1f" + format, ref);
        return log.code() == 0
                ? log.output().lines().filter(line -> !line.isBlank()).map(line -> line.split("\u001f", -1))
                : Stream.empty();
    }

    private Map<String, String> branches() {
        return Stream.of(git.git("for-each-ref", "--format=%(refname:short) %(objectname)", "refs/heads")
                        .split("\n"))
                .map(line -> line.split(" "))
                .filter(words -> words.length == 2)
                .collect(Collectors.toMap(words -> words[0], words -> words[1]));
    }
}
