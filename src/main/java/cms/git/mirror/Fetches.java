package cms.git.mirror;

import cms.git.graph.GitNames;
import cms.git.remote.FetchProgress;
import cms.git.remote.GitClient;
import cms.git.remote.RemoteException;
import cms.git.remote.Wanted;
import cms.platform.failure.Failure;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;

/** Fetches of a mirror from its host: commits and the files of content first, others when somebody reads them. */
final class Fetches {
    private static final int HAVES_MAX = 256;

    /** Most files that one request names: some 2 MB of names. */
    private static final int FILES_A_REQUEST = 40_000;

    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(5);

    private final HostConnection line;
    private final GitClient client;
    private final int packBytesMax;
    private final Repository files;
    private final Mirror.ContentOf contentOf;
    private final IncomingPacks incoming;
    private final MirrorFilter selection;

    Fetches(HostConnection line, Mirror.Remote remote, Mirror.Reading reading) {
        this.line = line;
        this.client = remote.client();
        this.packBytesMax = remote.host().limits().packBytes();
        this.files = reading.files();
        this.contentOf = reading.contentOf();
        this.incoming = new IncomingPacks(files, remote.host().limits().objectBytes());
        this.selection = new MirrorFilter(files.getDirectory().toPath());
    }

    /** Progress of the running fetch; null while none is. */
    @Nullable
    FetchProgress progress() {
        return incoming.progress();
    }

    /** Fetches everything that the branches {@code there} need; {@code local} are the branches of the mirror. */
    void fetch(Map<String, ObjectId> there, Map<String, ObjectId> local) throws IOException {
        boolean first = local.isEmpty() && !there.isEmpty();
        Set<ObjectId> wants = incoming.missing(there.values());
        if (!wants.isEmpty()) {
            if (first && line.ask(client::fetchCapabilities).contains("filter")) {
                selection.begin();
            }
            List<ObjectId> haves = new LinkedHashSet<>(local.values())
                    .stream().filter(id -> !wants.contains(id)).limit(HAVES_MAX).toList();
            // A host assumes that a client with a commit has its files: it may send differences against them only then.
            fetch(new Wanted(wants, haves, selection.hasEverything(), selection.hasBegun()));
        }
        if (first) {
            fetchContent(there);
        }
    }

    private void fetch(Wanted wanted) throws RemoteException {
        line.ask(address -> {
            client.fetch(address, wanted, packBytesMax, incoming);
            return true;
        });
    }

    /** Fetches all versions of all files of content, so that no reader of content waits for the host. */
    private void fetchContent(Map<String, ObjectId> there) throws IOException {
        List<ObjectId> tips = trunks(there);
        Set<String> folders = new HashSet<>();
        for (ObjectId tip : tips) {
            folders.addAll(contentOf.homes(tip));
        }
        if (!selection.hasBegun()) {
            return;
        }
        fetchFiles(MissingFiles.below(folders, files, there.values()));
        Set<String> further = new HashSet<>();
        for (ObjectId tip : tips) {
            further.addAll(contentOf.further(tip, folders));
        }
        fetchFiles(MissingFiles.below(further, files, there.values()));
        selection.end();
    }

    private void fetchFiles(List<ObjectId> ids) throws RemoteException {
        for (int from = 0; from < ids.size(); from += FILES_A_REQUEST) {
            List<ObjectId> some = ids.subList(from, Math.min(ids.size(), from + FILES_A_REQUEST));
            fetch(new Wanted(some, List.of(), false, false));
        }
    }

    /** The branches that determine the folders of content: HEAD's and {@code cms}; else any. */
    private List<ObjectId> trunks(Map<String, ObjectId> there) throws IOException {
        List<ObjectId> trunks = Stream.of(files.getFullBranch(), GitNames.branchRef("cms"))
                .map(there::get)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        return trunks.isEmpty() ? there.values().stream().limit(1).toList() : trunks;
    }

    /** Fetches one file that was left at the host; false when none was. Any thread may call it. */
    boolean bring(ObjectId blob) {
        if (selection.hasEverything()) {
            return false;
        }
        try {
            fetch(new Wanted(List.of(blob), List.of(), false, false));
            return true;
        } catch (IOException notNow) {
            throw Failure.unavailable("This file is still at the Git host alone, which does not give it now; try again"
                            + " in a moment.")
                    .withRetryAfter(BETWEEN_TRIES)
                    .causedBy(notNow);
        }
    }
}
