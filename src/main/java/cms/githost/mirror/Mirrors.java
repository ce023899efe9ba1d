package cms.githost.mirror;

import cms.git.RefChange;
import cms.git.Repositories;
import cms.git.Repository;
import cms.git.remote.FetchProgress;
import cms.githost.provider.RepositoryHost;
import cms.githost.provider.RepositoryState;
import cms.platform.compute.Outside;
import cms.platform.db.Tx;
import cms.platform.events.Signals;
import cms.platform.failure.Failure;
import cms.platform.jobs.ReadingMarks;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The copies of this instance of repositories at a remote host. */
public final class Mirrors implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Mirrors.class);

    private static final String FETCHING = "git_host.fetching";
    private static final ReadingMarks.MarkedWork FETCH = ReadingMarks.MarkedWork.alone("fetch");
    private static final Duration ASK_AGAIN = Duration.ofSeconds(5);

    private final RepositoryHost host;
    private final Repositories mirrors;
    private final Signals signals;
    private final String instance;
    private final Duration firstFetchTimeout;
    private final ConcurrentMap<String, CompletableFuture<Boolean>> firstFetches = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Failure> failedFetches = new ConcurrentHashMap<>();
    private final Refreshes refreshes;
    private final Sweep sweep;

    /**
     * @param reading marks that keep a mirror whose repacking, or first fetch, ended the service from being read again
     */
    public Mirrors(RepositoryHost host, MirrorConfig config, InstantSource clock, ReadingMarks reading) {
        this.host = host;
        this.mirrors = Repositories.mirrors(
                config.folder(),
                new MirrorAccess(host, config.limits()),
                config.http(),
                clock,
                new ContentPlaces(config.limits().files()));
        mark(reading);
        this.sweep = new Sweep(mirrors, clock);
        this.refreshes = new Refreshes(this::refresh, this::isThere, clock);
        this.signals = config.signals();
        this.firstFetchTimeout = config.firstFetchTimeout();
        this.instance = InstanceMark.of(config.folder());
        mirrors.onFollowed(new Repositories.MirrorListener() {
            @Override
            public void followed(Repository mirror, List<RefChange> changes) {
                // Other rooms listen for the branches they know.
            }

            @Override
            public void pushed(Repository mirror) {
                signals.send(new MirrorMoved(mirror.fullName(), instance));
            }
        });
        signals.on(MirrorMoved.class, moved -> {
            if (!moved.instance().equals(instance) && isThere(moved.fullName())) {
                refreshes.soon(moved.fullName());
            }
        });
        signals.onGap(() -> Thread.ofVirtual().name("missed moves").start(() -> refreshSoon(mirrors.all())));
        signals.on(
                MirrorRenamed.class,
                name -> Thread.ofVirtual().name("rename " + name.from()).start(() -> rename(name)));
    }

    private void mark(ReadingMarks reading) {
        mirrors.readInBackground(
                (name, work) -> reading.readingUnlessBusy(ReadingMarks.MarkedWork.alone("repack"), name, work));
        mirrors.findContentInBackground((name, work) -> {
            boolean read = reading.readingUnlessBusy(FETCH, name, work);
            if (!read && !reading.isSkipped(FETCH, name)) {
                throw goesOn(); // Requests and the writer of the repository would wait for its turn.
            }
            return read;
        });
        reading.beforeTurn(this::find);
    }

    public void onFollowed(Repositories.MirrorListener listener) {
        mirrors.onFollowed(listener);
    }

    /**
     * A readable mirror, fetched first when this instance does not have it yet; empty for a repository that was never
     * connected.
     *
     * @throws Failure UNAVAILABLE while the first fetch goes on, or when it failed
     */
    public Optional<Repository> find(String fullName) {
        Optional<Repository> known = mirrors.find(fullName).filter(Mirrors::isFetched);
        return known.isPresent() ? known : host.state(fullName).map(this::fetched);
    }

    /**
     * The mirror of a repository that becomes a project, with the default branch of the host. A large one is still
     * being fetched when this returns: ask {@link #isReady}.
     */
    public Repository connect(RepositoryState state) {
        sweep.keep(state.fullName());
        Repository mirror = mirror(state);
        mirror.pointTo(state.defaultBranch());
        mirror.hold(state.defaultBranch(), state.protectedDefault());
        if (isFetched(mirror)) {
            mirror.refresh();
            return mirror;
        }
        try {
            return fetched(state);
        } catch (Failure notYet) {
            if (goesOn(notYet)) {
                return mirror;
            }
            throw notYet;
        }
    }

    /** Whether the first fetch is complete, without waiting for it. */
    public boolean isReady(String fullName) {
        return mirrors.find(fullName).filter(Mirrors::isFetched).isPresent();
    }

    /** Progress of the first fetch, while this instance runs it. */
    public Optional<FetchProgress> progress(String fullName) {
        return mirrors.find(fullName)
                .flatMap(Repository::remote)
                .flatMap(state -> Optional.ofNullable(state.progress()));
    }

    /** The failure of the last first fetch; empty while one runs, and after one that succeeded. */
    public Optional<Failure> failedFetch(String fullName) {
        return firstFetches.containsKey(fullName) ? Optional.empty() : Optional.ofNullable(failedFetches.get(fullName));
    }

    /** Renames the copies of every instance, which keep their content. */
    public void renamed(Tx tx, String from, String to) {
        signals.send(tx, new MirrorRenamed(from, to));
    }

    private void rename(MirrorRenamed name) {
        try {
            if (!mirrors.rename(name.from(), name.to())) {
                mirrors.delete(name.from()); // The new name was fetched already.
            }
        } catch (RuntimeException failed) {
            LOG.warn("The copy of {} does not follow its new name {}", name.from(), name.to(), failed);
        }
    }

    /**
     * Removes copies of this instance that have been unused for an hour, whenever {@link #sweep} is called anywhere.
     *
     * @param used full names of the repositories of all projects
     */
    public void sweepUnused(Supplier<Set<String>> used) {
        signals.on(
                MirrorsUnused.class,
                now -> Thread.ofVirtual().name("sweep mirrors").start(() -> {
                    try {
                        sweep.run(used.get(), firstFetches::containsKey);
                    } catch (RuntimeException failed) {
                        LOG.warn("Copies that no project uses stay until the next sweep", failed);
                    }
                }));
    }

    /** Has every instance remove the copies that it does not need any more. */
    public void sweep() {
        signals.send(new MirrorsUnused());
    }

    /** The failure that writes to a mirror get at present; empty while its host answers. */
    public Optional<Failure> error(String fullName) {
        return mirrors.find(fullName).flatMap(Repository::remote).flatMap(state -> Optional.ofNullable(state.error()));
    }

    /** Fetches the present state from the host; {@code UNAVAILABLE} when it does not answer. */
    public void refresh(String fullName) {
        find(fullName).ifPresent(Repository::refresh);
    }

    /** Has every instance that has a mirror refresh it, and this one fetch it when it has none; waits for no host. */
    public void movedAtHost(String fullName) {
        signals.send(new MirrorMoved(fullName, instance));
        refreshes.soon(fullName);
    }

    /** Refreshes the mirrors that exist of these repositories, some a second, each on a thread of its own. */
    public void refreshSoon(Collection<String> fullNames) {
        refreshes.inTurn(fullNames.stream().filter(this::isReady).distinct().toList());
    }

    /** Name of this folder of mirrors among all that share a database, the same after a restart. */
    public String instance() {
        return instance;
    }

    private boolean isThere(String fullName) {
        return mirrors.find(fullName).isPresent();
    }

    private Repository mirror(RepositoryState state) {
        Optional<Repository> known = mirrors.find(state.fullName());
        if (known.isPresent()) {
            return known.get();
        }
        try {
            return mirrors.create(state.fullName(), state.defaultBranch());
        } catch (Failure madeMeanwhile) {
            return mirrors.find(state.fullName()).orElseThrow(() -> madeMeanwhile);
        }
    }

    /** Whether a mirror was fetched: before the host was asked, an empty one says nothing about its repository. */
    private static boolean isFetched(Repository mirror) {
        return mirror.remote().filter(state -> state.lookedAt() != null).isPresent()
                || !mirror.branches("").isEmpty();
    }

    private Repository fetched(RepositoryState state) {
        Repository mirror = mirror(state);
        CompletableFuture<Boolean> fetch = firstFetches.computeIfAbsent(state.fullName(), name -> firstFetch(mirror));
        Outside.waiting(() -> awaited(fetch));
        return mirror;
    }

    private boolean awaited(CompletableFuture<Boolean> fetch) {
        try {
            return fetch.get(firstFetchTimeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException goesOn) {
            throw goesOn().causedBy(goesOn);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw Failure.unavailable("The service is stopping.");
        } catch (java.util.concurrent.ExecutionException failed) {
            if (failed.getCause() instanceof Failure own) {
                throw own;
            }
            throw new CompletionException(failed);
        }
    }

    private CompletableFuture<Boolean> firstFetch(Repository mirror) {
        CompletableFuture<Boolean> fetch = new CompletableFuture<>();
        Thread.ofVirtual().name("first fetch of " + mirror.fullName()).start(() -> {
            try {
                mirror.refresh();
                failedFetches.remove(mirror.fullName());
                fetch.complete(true);
            } catch (RuntimeException | Error failed) {
                Failure said = asFailure(failed);
                if (!goesOn(said)) {
                    failedFetches.put(mirror.fullName(), said);
                }
                fetch.completeExceptionally(said);
            } finally {
                firstFetches.remove(mirror.fullName(), fetch);
            }
        });
        return fetch;
    }

    private static Failure goesOn() {
        return Failure.unavailable("The repository is being fetched; look again in a moment.")
                .withCode(FETCHING)
                .withRetryAfter(ASK_AGAIN);
    }

    private static boolean goesOn(Failure failed) {
        return failed.code().filter(FETCHING::equals).isPresent();
    }

    private static Failure asFailure(Throwable failed) {
        if (failed instanceof Failure own) {
            return own;
        }
        LOG.error("A first fetch failed", failed);
        return Failure.unavailable("What the Git host sent could not be used; it is tried again.");
    }

    @Override
    public void close() {
        refreshes.close();
        mirrors.close();
    }
}
