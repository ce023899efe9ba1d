package cms.git.mirror;

import cms.git.protocol.BoundedPack;
import cms.git.remote.FetchProgress;
import cms.git.remote.GitClient;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.transport.PackParser;
import org.jspecify.annotations.Nullable;

/** Packs on their way in: they go to the disk while they arrive, are checked, and count once they are whole. */
public final class IncomingPacks implements GitClient.PackSink {
    /** Of all objects of one pack together: hosts send whole histories at once. */
    private static final long INFLATED_BYTES_MAX = 256L << 30;

    private final Repository jgit;
    private final long objectBytesMax;
    private final long objectsMax;
    private final ObjectChecker checker;
    private volatile @Nullable Arrival arrival;

    /** @param objectBytesMax a larger file breaks off the fetch; hosts of this kind refuse such files as well */
    IncomingPacks(Repository jgit, long objectBytesMax) {
        this(jgit, objectBytesMax, Long.MAX_VALUE, lenient());
    }

    /**
     * @param objectsMax that come at a time
     * @param checker of each object that comes
     */
    public IncomingPacks(Repository jgit, long objectBytesMax, long objectsMax, ObjectChecker checker) {
        this.jgit = jgit;
        this.checker = checker;
        this.objectsMax = objectsMax;
        this.objectBytesMax = objectBytesMax;
    }

    /** Null while nothing comes. */
    @Nullable
    FetchProgress progress() {
        Arrival present = arrival;
        return present == null ? null : present.progress();
    }

    /** The tips that are not on the disk; an object on the disk is there with all objects that it refers to. */
    Set<ObjectId> missing(Collection<ObjectId> tips) throws IOException {
        Set<ObjectId> missing = new LinkedHashSet<>();
        for (ObjectId tip : tips) {
            if (!jgit.getObjectDatabase().has(tip)) {
                missing.add(tip);
            }
        }
        return missing;
    }

    @Override
    public void take(InputStream pack) throws IOException {
        Arrival counted = new Arrival(pack);
        arrival = counted;
        try (ObjectInserter inserter = jgit.newObjectInserter();
                BoundedPack bounded = BoundedPack.of(counted.pack(), jgit, INFLATED_BYTES_MAX, objectsMax)) {
            PackParser parser = inserter.newPackParser(bounded);
            parser.setAllowThin(true);
            parser.setObjectChecker(checker);
            parser.setMaxObjectSizeLimit(objectBytesMax);
            parser.setLockMessage(null);
            parser.parse(counted.monitor());
            inserter.flush();
        } finally {
            arrival = null;
        }
        try (FileChannel folder =
                FileChannel.open(jgit.getDirectory().toPath().resolve("objects/pack"), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    /** What old programs wrote into a history is no reason to refuse it; a name that climbs out of a folder is. */
    public static ObjectChecker lenient() {
        return new ObjectChecker()
                .setAllowLeadingZeroFileMode(true)
                .setAllowInvalidPersonIdent(true)
                .setIgnore(ObjectChecker.ErrorType.MISSING_EMAIL, true)
                .setIgnore(ObjectChecker.ErrorType.BAD_DATE, true)
                .setIgnore(ObjectChecker.ErrorType.BAD_TIMEZONE, true);
    }
}
