package cms.git.disk;

import cms.git.durable.Durable;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.internal.storage.pack.PackWriter;
import org.eclipse.jgit.lib.EmptyProgressMonitor;
import org.eclipse.jgit.lib.NullProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.ProgressMonitor;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.storage.pack.PackConfig;

/**
 * Moves loose objects and small packs into one pack, with deltas. It runs beside the writer without a lock, which is
 * safe because it never removes an object: a file goes only when everything in it is on the disk in the new pack.
 * Objects that nothing reaches are kept for the same reason; deciding that nobody is about to use one would need a
 * lock.
 *
 * <p>Files go when the next run begins, which is while somebody writes. Other programs list a folder first and open its
 * files later: {@code git fsck} of a repository that nobody writes to would otherwise miss what it has listed.
 */
final class Repacking {
    private static final int FAN_FOLDERS = 256;
    private static final int LOOSE_OBJECTS_MAX = 6_000;
    /** Versions of one file follow each other, so a short search finds nearly all there is for a third of the work. */
    private static final int DELTA_WINDOW = 3;

    /** Above this every lookup that memory cannot answer begins to cost as much as reading a file. */
    private static final int PACKS_MAX = 60;

    /** Prefix that tells the temporary files of a run from those of a save while both are being written. */
    private static final String GATHERED = "gathered_";

    private static final int SMALL_PACKS_MAX = 10;

    /** Most objects of one run, which keeps some 250 bytes of each; the rest is left to the next run. */
    private static final int OBJECTS_MAX = 500_000;

    /** Runs take turns in the process, so one may keep more than a clone does. */
    private static final long SEARCH_BYTES_MAX = 64L << 20;

    private static final Pattern FAN = Pattern.compile("[0-9a-f]{2}");
    private static final Pattern REST = Pattern.compile("[0-9a-f]{38}");

    private final org.eclipse.jgit.lib.Repository jgit;
    private final Path objects;
    private final Path packs;
    private final int objectsMax;
    /** Packs whose objects are in another pack as well. */
    private final Set<Path> replaced = ConcurrentHashMap.newKeySet();

    private volatile boolean cancelled;

    /** How much computing a run may cost. */
    enum Effort {
        /** Objects are copied as they are: little more than moving bytes. */
        GATHER,
        /**
         * Versions of one file become differences: the smallest packs, for as much computing as some thousand saves.
         */
        COMPRESS
    }

    Repacking(org.eclipse.jgit.lib.Repository jgit) {
        this(jgit, OBJECTS_MAX);
    }

    Repacking(org.eclipse.jgit.lib.Repository jgit, int objectsMax) {
        this.jgit = jgit;
        this.objectsMax = objectsMax;
        this.objects = jgit.getDirectory().toPath().resolve("objects");
        this.packs = objects.resolve("pack");
    }

    /**
     * Whether there are enough loose objects or small packs to pack; like Git it counts one of the 256 folders of loose
     * objects.
     */
    boolean isDue() throws IOException {
        Path sample = objects.resolve("17");
        int loose = Files.isDirectory(sample) ? list(sample, REST).size() : 0;
        return loose * FAN_FOLDERS > LOOSE_OBJECTS_MAX || small().size() > PACKS_MAX;
    }

    /** Makes the next, or the running, {@link #run} end early with an {@link IOException}. */
    void cancel() {
        cancelled = true;
    }

    /**
     * Packs the loose objects and, when there are many, the small packs too, up to {@link #OBJECTS_MAX} objects in one
     * run; does nothing when there is nothing to pack.
     */
    void run(Effort effort) throws IOException {
        removeReplaced();
        List<Path> looseFiles = loose();
        List<Pack> small = few(small(), objectsMax - looseFiles.size());
        if (looseFiles.isEmpty() && small.isEmpty()) {
            return;
        }
        Set<ObjectId> ids = new LinkedHashSet<>();
        looseFiles.forEach(file -> ids.add(
                ObjectId.fromString(file.getName(file.getNameCount() - 2).toString() + file.getFileName())));
        for (Pack pack : small) {
            pack.forEach(entry -> ids.add(entry.toObjectId()));
        }
        String name = write(ids, effort);
        // A lookup that finds its old file gone looks into the folder again, and then finds the new pack.
        ((ObjectDirectory) jgit.getObjectDatabase())
                .openPack(packs.resolve(name + ".pack").toFile());
        for (Path file : looseFiles) {
            Files.deleteIfExists(file);
        }
        for (Pack pack : small) {
            if (!pack.getPackFile().getName().equals(name + ".pack")) {
                replaced.add(pack.getPackFile().toPath());
            }
        }
    }

    /**
     * Removes the packs that earlier runs have replaced. After a killed process nothing marks them, and they are
     * treated as ordinary packs.
     */
    void removeReplaced() throws IOException {
        for (Path pack : List.copyOf(replaced)) {
            remove(pack);
            replaced.remove(pack);
        }
    }

    /** Number of objects in all packs; an object in two packs counts twice. */
    long packedObjects() {
        return packs().mapToLong(Repacking::objects).sum();
    }

    /** Size of all packs on the disk, in bytes. */
    long packedBytes() {
        return packs().mapToLong(pack -> pack.getPackFile().length()).sum();
    }

    private Stream<Pack> packs() {
        return ((ObjectDirectory) jgit.getObjectDatabase())
                .getPacks().stream()
                        .filter(pack -> !replaced.contains(pack.getPackFile().toPath()));
    }

    private static long objects(Pack pack) {
        try {
            return pack.getIndex().getObjectCount();
        } catch (IOException removed) {
            return 0; // Its objects are in the pack that has replaced it.
        }
    }

    private List<Path> loose() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path fan : list(objects, FAN)) {
            files.addAll(list(fan, REST));
        }
        return files.size() > objectsMax ? files.subList(0, objectsMax) : files;
    }

    /**
     * The first packs that have at most {@code objectsMax} objects together; empty when that is a single pack, which
     * merging would not improve.
     */
    private static List<Pack> few(List<Pack> packs, long objectsMax) {
        long together = 0;
        int count = 0;
        for (Pack pack : packs) {
            together += objects(pack);
            if (together > objectsMax) {
                break;
            }
            count++;
        }
        return count > 1 ? packs.subList(0, count) : List.of();
    }

    private static List<Path> list(Path folder, Pattern names) throws IOException {
        try (Stream<Path> found = Files.list(folder)) {
            return found.filter(
                            path -> names.matcher(path.getFileName().toString()).matches())
                    .toList();
        }
    }

    /**
     * The packs worth merging: none while there are few; otherwise the smallest ones, as long as each is not larger
     * than those before it together, so that a large pack is rewritten only when the rest has grown to its size.
     */
    private List<Pack> small() {
        List<Pack> all =
                new ArrayList<>(packs().filter(pack -> !pack.shouldBeKept()).toList());
        if (all.size() <= SMALL_PACKS_MAX) {
            return List.of();
        }
        all.sort(Comparator.comparingLong(pack -> pack.getPackFile().length()));
        long together = 0;
        int count = 0;
        for (Pack pack : all) {
            long bytes = pack.getPackFile().length();
            if (count >= SMALL_PACKS_MAX && bytes > together) {
                break;
            }
            together += bytes;
            count++;
        }
        return all.subList(0, count);
    }

    private String write(Set<ObjectId> ids, Effort effort) throws IOException {
        try (ObjectReader reader = jgit.newObjectReader();
                RevWalk walk = new RevWalk(reader);
                PackWriter writer = new PackWriter(config(effort), reader)) {
            writer.setDeltaBaseAsOffset(true);
            writer.setReuseDeltaCommits(true);
            writer.setReuseValidatingObjects(effort == Effort.COMPRESS);
            List<RevObject> wanted = new ArrayList<>(ids.size());
            for (ObjectId id : ids) {
                wanted.add(walk.lookupAny(id, reader.open(id).getType()));
            }
            writer.preparePack(wanted.iterator());
            String name = "pack-" + writer.computeName().name();
            if (Files.exists(packs.resolve(name + ".idx"))) {
                return name; // The same objects were packed before a crash; only their old files are left.
            }
            ProgressMonitor search = new EmptyProgressMonitor() {
                @Override
                public boolean isCancelled() {
                    return cancelled;
                }
            };
            Path pack = packs.resolve(Packs.temporary(GATHERED + name, "pack"));
            Path index = packs.resolve(Packs.temporary(GATHERED + name, "idx"));
            try {
                sink(pack, out -> writer.writePack(search, NullProgressMonitor.INSTANCE, out));
                sink(index, writer::writeIndex);
                Durable.rename(pack, packs.resolve(name + ".pack"));
                Durable.rename(index, packs.resolve(name + ".idx"));
                Durable.folder(packs);
            } finally {
                Files.deleteIfExists(pack);
                Files.deleteIfExists(index);
            }
            return name;
        }
    }

    private PackConfig config(Effort effort) {
        PackConfig config = new PackConfig(jgit);
        config.setThreads(1);
        config.setDeltaCompress(effort == Effort.COMPRESS);
        config.setDeltaSearchWindowSize(DELTA_WINDOW);
        config.setDeltaSearchMemoryLimit(SEARCH_BYTES_MAX);
        config.setIndexVersion(2);
        return config;
    }

    @FunctionalInterface
    private interface Source {
        void writeTo(OutputStream out) throws IOException;
    }

    private void sink(Path file, Source source) throws IOException {
        try (FileChannel channel = FileChannel.open(file, Durable.NEW_FILE, Durable.READ_ONLY)) {
            OutputStream out =
                    new BufferedOutputStream(new UncheckedOutput(Channels.newOutputStream(channel)), 1 << 16);
            source.writeTo(out);
            out.flush();
            channel.force(false);
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    /**
     * Throws unchecked exceptions only. JGit takes a checked one, that of its progress monitor too, for an object that
     * was moved to another pack: it would retry for ever, or continue after a gap once the disk has space again.
     */
    private final class UncheckedOutput extends FilterOutputStream {
        private UncheckedOutput(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (cancelled) {
                throw new UncheckedIOException(new IOException("The run was ended before it was complete."));
            }
            try {
                out.write(bytes, offset, length);
            } catch (IOException full) {
                throw new UncheckedIOException(full);
            }
        }
    }

    /** Deletes a pack, its index first, because Git does not see a pack without an index. */
    private static void remove(Path pack) throws IOException {
        String name = pack.getFileName().toString();
        String stem = name.substring(0, name.length() - ".pack".length());
        for (String extension : List.of(".idx", ".rev", ".bitmap", ".pack")) {
            Files.deleteIfExists(pack.resolveSibling(stem + extension));
        }
    }
}
