package cms.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Who has what at the {@link StandInHost}: people, organisations, installations, repositories and pull requests. */
public final class HostWorld {
    /** The app in one account. */
    public static final class Installed {
        public final long id;
        public final String account;
        public final boolean organization;
        public volatile boolean suspended;
        /** {@code all}, or the names in {@link #selected}. */
        public volatile boolean all = true;

        public final Set<String> selected = ConcurrentHashMap.newKeySet();
        /** Who may see it. */
        public final Set<String> people = ConcurrentHashMap.newKeySet();

        Installed(long id, String account, boolean organization) {
            this.id = id;
            this.account = account;
            this.organization = organization;
        }
    }

    public static final class Repo {
        public final long id;
        public volatile String fullName;
        public volatile boolean isPrivate = true;
        public volatile boolean isTemplate;
        public volatile String defaultBranch = "main";
        /** Protection of its own, as branches have had since ever. */
        public volatile boolean isProtected;
        /** What a try to merge its pull requests is answered. */
        public volatile int mergeStatus = 200;
        /** Types of the rules that rulesets put on the default branch. */
        public volatile List<String> rules = List.of();

        /** Who does not see it, although it is in reach of an installation of theirs. */
        public final Set<String> hiddenFrom = ConcurrentHashMap.newKeySet();

        Repo(long id, String fullName) {
            this.id = id;
            this.fullName = fullName;
        }

        String owner() {
            return fullName.split("/")[0];
        }
    }

    public static final class Pull {
        public final int number;
        public final String head;
        public final String base;
        public volatile String state = "open";
        public volatile boolean merged;
        /** What a try to merge is answered: 200, 405 or 409. */
        public volatile int mergeStatus = 200;

        Pull(int number, String head, String base) {
            this.number = number;
            this.head = head;
            this.base = base;
        }
    }

    public final Map<Long, Installed> installations = new ConcurrentSkipListMap<>();
    public final List<Repo> repos = new CopyOnWriteArrayList<>();
    public final Map<Long, List<Pull>> pulls = new ConcurrentHashMap<>();
    final List<String> people = new CopyOnWriteArrayList<>(List.of("ada", "bo", "eve"));
    final AtomicInteger numbers = new AtomicInteger(1);
    private final AtomicLong ids = new AtomicLong(5_000_000_000L);
    private final Path folder;

    HostWorld(Path folder) {
        this.folder = folder;
    }

    /** Installs the app in an account; everybody who is named may choose it. */
    public Installed install(String account, String... mayChoose) {
        Installed installed = new Installed(ids.incrementAndGet(), account, !people.contains(account));
        installed.people.addAll(List.of(mayChoose));
        installations.put(installed.id, installed);
        return installed;
    }

    /** A repository with one commit; files as {@code path, text, path, text, ...}. */
    public Repo create(String fullName, String... files) {
        Path bare = bare(fullName);
        try {
            Files.createDirectories(bare.getParent());
            GitClient.at(folder).git("init", "--quiet", "--bare", "--initial-branch=main", bare.toString());
            GitClient.at(bare).git("config", "http.receivepack", "true");
            GitClient.at(bare).git("config", "uploadpack.allowFilter", "true"); // As the real one does.
            Path work = Files.createTempDirectory(folder, "seed");
            GitClient clone = GitClient.at(work);
            clone.git("clone", "--quiet", bare.toString(), ".");
            clone.write("README.md", "# " + fullName + "\n");
            for (int i = 0; i < files.length; i += 2) {
                clone.write(files[i], files[i + 1]);
            }
            clone.commit("begin");
            clone.git("push", "--quiet", "origin", "HEAD:main");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return known(fullName);
    }

    /** The files below {@code .cms/} of the starter with every kind of model, for {@link #create}. */
    public static String[] starter() {
        List<String> files = new ArrayList<>();
        resource("files.txt").lines().filter(path -> path.startsWith(".cms/")).forEach(path -> {
            files.add(path);
            files.add(resource(path));
        });
        return files.toArray(String[]::new);
    }

    private static String resource(String path) {
        try (InputStream in = HostWorld.class.getResourceAsStream("/templates/starters/blog/" + path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A repository that is only listed. */
    public Repo known(String fullName) {
        Repo repo = new Repo(ids.incrementAndGet(), fullName);
        repos.add(repo);
        return repo;
    }

    public Optional<Repo> find(String fullName) {
        return repos.stream()
                .filter(repo -> repo.fullName.equalsIgnoreCase(fullName))
                .findFirst();
    }

    /** Where its repositories lie, and whatever goes with them. */
    Path folder() {
        return folder;
    }

    public Path bare(String fullName) {
        return folder.resolve(fullName + ".git");
    }

    /** The installation that covers a repository. */
    Optional<Installed> covering(Repo repo) {
        return installations.values().stream()
                .filter(installed -> covers(installed, repo))
                .findFirst();
    }

    boolean covers(Installed installed, Repo repo) {
        return installed.account.equals(repo.owner()) && (installed.all || installed.selected.contains(repo.fullName));
    }

    List<Pull> pulls(Repo repo) {
        return pulls.computeIfAbsent(repo.id, id -> new ArrayList<>());
    }

    int personId(String login) {
        return 100 + people.indexOf(login);
    }

    String login(int personId) {
        return people.get(personId - 100);
    }
}
