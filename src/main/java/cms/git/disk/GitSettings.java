package cms.git.disk;

import java.io.File;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.storage.file.FileBasedConfig;
import org.eclipse.jgit.util.FS;
import org.eclipse.jgit.util.SystemReader;
import org.jspecify.annotations.Nullable;

/** Cuts JGit off from the machine: no system, user or JGit configuration is read or written, and time is UTC. */
final class GitSettings extends SystemReader.Delegate {
    /** Memory for the search for deltas while a pack is sent or made, in bytes. */
    private static final long SEARCH_BYTES_MAX = 16L << 20;

    private static final long SEARCH_CACHE_BYTES_MAX = 4L << 20;

    /** Larger files are sent as they are stored: as differences only if they are that already. */
    private static final long SEARCHED_FILE_BYTES_MAX = 4L << 20;

    private static final SystemReader ORIGINAL = SystemReader.getInstance();

    private GitSettings() {
        super(ORIGINAL);
    }

    public static synchronized void install() {
        if (!(SystemReader.getInstance() instanceof GitSettings)) {
            SystemReader.setInstance(new GitSettings());
        }
    }

    @Override
    public FileBasedConfig openUserConfig(Config parent, FS fs) {
        return new Fixed(parent, fs);
    }

    @Override
    public FileBasedConfig openSystemConfig(Config parent, FS fs) {
        Fixed config = new Fixed(parent, fs);
        config.setBoolean("uploadpack", null, "allowFilter", true);
        // JGit's own collection would run beside the writer, which it does not know, and delete packs under its
        // readers.
        config.setInt("gc", null, "auto", 0);
        config.setInt("gc", null, "autoPackLimit", 0);
        config.setBoolean("receive", null, "autogc", false);
        boundSearches(config);
        return config;
    }

    /** By itself JGit keeps ten whole files of up to 50 MB and an index of each, for each processor and each clone. */
    private static void boundSearches(Config config) {
        config.setInt("pack", null, "threads", 1);
        config.setLong("pack", null, "windowMemory", SEARCH_BYTES_MAX);
        config.setLong("pack", null, "deltaCacheSize", SEARCH_CACHE_BYTES_MAX);
        config.setLong("core", null, "bigFileThreshold", SEARCHED_FILE_BYTES_MAX);
    }

    @Override
    public FileBasedConfig openJGitConfig(Config parent, FS fs) {
        return new Fixed(parent, fs);
    }

    @Override
    public ZoneOffset getTimeZoneAt(java.time.Instant when) {
        return ZoneOffset.UTC;
    }

    @Override
    public ZoneId getTimeZoneId() {
        return ZoneOffset.UTC;
    }

    /** A configuration without a file; {@code load} and {@code save} leave the disk alone. */
    private static final class Fixed extends FileBasedConfig {
        private Fixed(@Nullable Config parent, FS fs) {
            super(parent, new File("/dev/null"), fs);
        }

        /**
         * JGit measures the clock of every file system with probe files and stores the figure in the user's
         * configuration. A coarse fixed figure is always right (a file that young is simply read again).
         */
        @Override
        public @Nullable String getString(String section, @Nullable String subsection, String name) {
            if (section.equals("filesystem")) {
                return name.equalsIgnoreCase("timestampResolution") ? "10 milliseconds" : "20 milliseconds";
            }
            return super.getString(section, subsection, name);
        }

        @Override
        public void load() {
            // There is nothing to read.
        }

        @Override
        public void save() {
            // There is nothing to write.
        }

        @Override
        public boolean isOutdated() {
            return false;
        }
    }
}
