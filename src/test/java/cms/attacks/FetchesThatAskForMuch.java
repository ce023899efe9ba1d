package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.GitClient;
import cms.testing.HostileFetch;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Fetches of somebody who may read: requests of some megabytes that become more than the heap, and many clones at the
 * same time of large files that were pushed as differences and have to be sent whole.
 */
final class FetchesThatAskForMuch implements Attack {
    /** Some 500 MB unpacked, and more than 1 GB as a list of names. */
    private static final int LINES = 16_000_000;

    private static final int CLONES_AT_ONCE = 12;
    private static final int FILES = 2;
    private static final int FILE_BYTES = 40_000_000;

    @Override
    public String name() {
        return "fetches that ask for much";
    }

    @Override
    public void run(Target target) throws Exception {
        Target.Project project = target.project();
        String repository = project.repository();
        String much = HostileFetch.fetchRepeating(target.eve(), repository, "deepen-not refs/heads/main", LINES);
        assertThat(much).contains("fetch fewer");
        GitClient clone = project.git();
        String before = version(clone, (byte) 1);
        version(clone, (byte) 2);
        clone.git("-c", "pack.window=2", "push", "origin", "HEAD");
        for (String sent : atOnce(CLONES_AT_ONCE, () -> HostileFetch.since(target.eve(), repository, before))) {
            assertThat(sent).contains("PACK");
        }
    }

    private static String version(GitClient clone, byte last) {
        for (int i = 0; i < FILES; i++) {
            byte[] zeros = new byte[FILE_BYTES + i];
            zeros[FILE_BYTES - 1] = last;
            Target.write(clone.folder().resolve("large/" + i), zeros);
        }
        clone.commit("version " + last);
        return clone.git("rev-parse", "HEAD").strip();
    }

    private static List<String> atOnce(int times, Callable<String> fetch) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(times)) {
            List<Future<String>> running = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                running.add(threads.submit(fetch));
            }
            List<String> answers = new ArrayList<>();
            for (Future<String> one : running) {
                answers.add(one.get());
            }
            return answers;
        }
    }
}
