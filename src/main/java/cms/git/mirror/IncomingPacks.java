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

/**
 * Receives packs: they are written to the disk while they arrive, are checked, and become part of the repository once
 * they are complete.
 */
public final class IncomingPacks implements GitClient.PackSink {
    /** Most inflated bytes of all objects of one pack together: hosts send whole histories at once. */
    private static final long INFLATED_BYTES_MAX = 256L << 30;

    private final Repository jgit;
    private final long objectBytesMax;
    private final long objectsMax;
    private final ObjectChecker checker;
    private volatile @Nullable Arrival arrival;

    /** @param objectBytesMax a larger file fails the fetch; Git hosts commonly refuse such files as well */
    IncomingPacks(Repository jgit, long objectBytesMax) {
        this(jgit, objectBytesMax, Long.MAX_VALUE, lenient());
    }

    /**
     * @param objectsMax most objects of one pack
     * @param checker checks each object that arrives
     */
    public IncomingPacks(Repository jgit, long objectBytesMax, long objectsMax, ObjectChecker checker) {
        this.jgit = jgit;
        this.checker = checker;
        this.objectsMax = objectsMax;
        this.objectBytesMax = objectBytesMax;
    }

    /** Progress of the pack that is arriving; null while none is. */
    @Nullable
    FetchProgress progress() {
        Arrival present = arrival;
        return present == null ? null : present.progress();
    }

    /**
     * The tips that are not on the disk. An object on the disk is there together with all objects that it refers to.
     */
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

    /**
     * A checker that accepts the irregular dates, names and modes that old programs wrote into histories, and refuses
     * names of files that lead out of their folder.
     */
    public static ObjectChecker lenient() {
        return new ObjectChecker()
                .setAllowLeadingZeroFileMode(true)
                .setAllowInvalidPersonIdent(true)
                .setIgnore(ObjectChecker.ErrorType.MISSING_EMAIL, true)
                .setIgnore(ObjectChecker.ErrorType.BAD_DATE, true)
                .setIgnore(ObjectChecker.ErrorType.BAD_TIMEZONE, true);
    }
}
