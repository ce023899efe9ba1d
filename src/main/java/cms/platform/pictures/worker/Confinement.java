package cms.platform.pictures.worker;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Confines the worker with Landlock before the first byte of a picture is read: no folder but its own and those of Java
 * and the libraries, no connection, no signal to another process (docs.kernel.org/userspace-api/landlock.html).
 *
 * <p>Landlock confines the thread that asks for it and its children, and a virtual machine has more threads by then. So
 * the process replaces itself by a new virtual machine, which is confined as a whole.
 */
final class Confinement {
    /** Argument that tells the second virtual machine that it is confined, behind the arguments of the first. */
    static final String DONE = "confined by Landlock";

    private static final long CREATE_RULESET = 444;
    private static final long ADD_RULE = 445;
    private static final long RESTRICT_SELF = 446;
    private static final long ASK_VERSION = 1;
    private static final long PATH_BENEATH = 1;
    private static final int NO_NEW_PRIVILEGES = 38;
    private static final int OPEN_PATH = 0x200000 | 0x80000;

    private static final long EXECUTE = 1;
    private static final long WRITE_FILE = 1 << 1;
    private static final long READ_FILE = 1 << 2;
    private static final long READ_DIR = 1 << 3;

    /** All rights of the first Landlock version; the second, third and fifth have added one each. */
    private static final long FIRST_RIGHTS = 0x1fff;

    private static final long REFER = 1 << 13;
    private static final long TRUNCATE = 1 << 14;
    private static final long DEVICES = 1 << 15;
    private static final int NET_SINCE = 4;
    private static final int DEVICES_SINCE = 5;
    private static final int SCOPES_SINCE = 6;

    private static final List<String> SYSTEM =
            List.of("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/dev/random", "/dev/urandom");

    private final NativeCalls system = NativeCalls.ofSystem();
    private final long version;
    private final long rights;

    private Confinement() {
        this.version = system.has("syscall")
                ? system.number("syscall", CREATE_RULESET, MemorySegment.NULL, 0L, ASK_VERSION)
                : -1;
        this.rights = FIRST_RIGHTS
                | (version >= 2 ? REFER : 0)
                | (version >= 3 ? TRUNCATE : 0)
                | (version >= DEVICES_SINCE ? DEVICES : 0);
    }

    /**
     * Replaces this process and does not return when it succeeds: {@code main} starts again with {@link #DONE} behind
     * its arguments.
     *
     * @return why the process is not confined
     */
    static String enter(String library, Path in, Path out) {
        if (!System.getProperty("os.name").equals("Linux")) {
            return "not confined: only Linux has Landlock";
        }
        Confinement confinement = new Confinement();
        if (confinement.version < 1) {
            return "not confined: this kernel has no Landlock";
        }
        try {
            List<String> command = command();
            confinement.restrict(library, in, out);
            confinement.beginAnew(command);
            return "not confined: Java did not begin anew";
        } catch (IOException refused) {
            return "not confined: " + refused.getMessage();
        }
    }

    private void restrict(String library, Path in, Path out) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            long ruleset = ruleset(arena);
            for (String each : SYSTEM) {
                allow(arena, ruleset, Path.of(each), EXECUTE | READ_FILE | READ_DIR);
            }
            allow(arena, ruleset, Path.of(System.getProperty("java.home")), EXECUTE | READ_FILE | READ_DIR);
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                allow(arena, ruleset, Path.of(entry), READ_FILE | READ_DIR);
            }
            if (!library.isEmpty()) {
                Path real = Path.of(library).toRealPath();
                allow(arena, ruleset, real.resolveSibling("."), READ_FILE | READ_DIR);
            }
            allow(arena, ruleset, Path.of("/dev/null"), READ_FILE | WRITE_FILE);
            allow(arena, ruleset, in, READ_FILE | READ_DIR);
            allow(arena, ruleset, out, rights & ~EXECUTE);
            if (system.number("prctl", NO_NEW_PRIVILEGES, 1L, 0L, 0L, 0L) != 0
                    || system.number("syscall", RESTRICT_SELF, ruleset, 0L) != 0) {
                throw new IOException("the kernel refused");
            }
        }
    }

    /** Makes the ruleset: from version 4 on no connections, from version 6 on no signals. */
    private long ruleset(Arena arena) throws IOException {
        MemorySegment handled = arena.allocate(24, 8);
        handled.set(ValueLayout.JAVA_LONG, 0, rights);
        handled.set(ValueLayout.JAVA_LONG, 8, 3);
        handled.set(ValueLayout.JAVA_LONG, 16, 3);
        long length = version >= SCOPES_SINCE ? 24 : version >= NET_SINCE ? 16 : 8;
        long ruleset = system.number("syscall", CREATE_RULESET, handled, length, 0L);
        if (ruleset < 0) {
            throw new IOException("the kernel refused the rules");
        }
        return ruleset;
    }

    /** Allows access below a path; a path that does not exist needs no rule. */
    private void allow(Arena arena, long ruleset, Path path, long wanted) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        int opened = system.number("open", path.toAbsolutePath().toString(), OPEN_PATH);
        MemorySegment beneath = arena.allocate(16, 8);
        beneath.set(ValueLayout.JAVA_LONG, 0, Files.isDirectory(path) ? wanted : wanted & ~READ_DIR);
        beneath.set(ValueLayout.JAVA_INT, 8, opened);
        int refused = system.number("syscall", ADD_RULE, ruleset, PATH_BENEATH, beneath, 0L);
        system.number("close", opened);
        if (refused != 0) {
            throw new IOException("the kernel refused the rule for " + path);
        }
    }

    /** The command of this virtual machine with {@link #DONE} appended. */
    private static List<String> command() throws IOException {
        String line = Files.readString(Path.of("/proc/self/cmdline"));
        List<String> command = new ArrayList<>(Arrays.asList(line.split("\0", -1)));
        command.removeLast(); // The empty part behind the last NUL.
        command.add(DONE);
        return command;
    }

    private void beginAnew(List<String> command) {
        List<String> environment = System.getenv().entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
        try (Arena arena = Arena.ofConfined()) {
            system.number("execve", command.getFirst(), texts(arena, command), texts(arena, environment));
        }
    }

    private static MemorySegment texts(Arena arena, List<String> texts) {
        MemorySegment all = arena.allocate(ValueLayout.ADDRESS, texts.size() + 1L);
        for (int i = 0; i < texts.size(); i++) {
            all.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(texts.get(i)));
        }
        return all;
    }
}
