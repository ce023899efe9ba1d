package cms.git.remote;

import cms.platform.net.StreamAnswer;
import cms.platform.net.StreamClient;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.transport.PacketLineIn;

/**
 * Client of a Git host: lists branches, fetches and pushes. Reading uses protocol version 2, pushing the only version
 * that pushes have.
 */
public final class GitClient {
    private static final String HEADS = "refs/heads/";
    private static final String SYMREF = "symref-target:";
    private static final Duration FETCH_TIMEOUT = Duration.ofMinutes(30);

    private final GitRequests requests;

    /** @param timeout for an answer that is not a pack, asked for each request */
    public GitClient(StreamClient http, InstantSource clock, Supplier<Duration> timeout) {
        this(http, clock, timeout, FETCH_TIMEOUT);
    }

    /** @param fetchTimeout for a whole pack */
    public GitClient(StreamClient http, InstantSource clock, Supplier<Duration> timeout, Duration fetchTimeout) {
        this.requests = new GitRequests(http, clock, timeout, fetchTimeout);
    }

    /** Takes the bytes of a pack while they arrive. */
    @FunctionalInterface
    public interface PackSink {
        void take(InputStream pack) throws IOException;
    }

    /** Every branch by its full ref name; one request. */
    public NavigableMap<String, ObjectId> branches(RemoteAddress address) throws RemoteException {
        byte[] body = new PacketLines()
                .line("command=ls-refs\n")
                .delimiter()
                .line("ref-prefix " + HEADS + "\n")
                .flush()
                .bytes();
        return requests.read(address, body, requests.look(), answer -> {
            NavigableMap<String, ObjectId> refs = new TreeMap<>();
            for (String line : new PacketLineIn(answer.body()).readStrings()) {
                String[] words = line.split(" ", 3);
                if (words.length < 2 || !ObjectId.isId(words[0])) {
                    throw new IOException("The Git host does not speak protocol version 2.");
                }
                refs.put(words[1], ObjectId.fromString(words[0]));
            }
            return refs;
        });
    }

    /** The full name of the branch that HEAD names; empty where it names none. One request. */
    public Optional<String> head(RemoteAddress address) throws RemoteException {
        byte[] body = new PacketLines()
                .line("command=ls-refs\n")
                .delimiter()
                .line("symrefs\n")
                .line("ref-prefix HEAD\n")
                .flush()
                .bytes();
        return requests.read(address, body, requests.look(), answer -> {
            for (String line : new PacketLineIn(answer.body()).readStrings()) {
                String[] words = line.split(" ", 3);
                if (words.length > 2 && words[1].equals("HEAD") && words[2].startsWith(SYMREF)) {
                    return Optional.of(words[2].substring(SYMREF.length()).strip());
                }
            }
            return Optional.empty();
        });
    }

    /**
     * Capabilities of the host for fetches, such as {@code filter}; one request, needed only before the first fetch.
     */
    public Set<String> fetchCapabilities(RemoteAddress address) throws RemoteException {
        return requests.abilities(address, false, answer -> {
            PacketLineIn in = new PacketLineIn(answer.body());
            String line = in.readString();
            if (line.startsWith("# service=")) {
                in.readString(); // The end of the announcement, which some hosts leave out in version 2.
                line = in.readString();
            }
            if (!line.equals("version 2")) {
                return Set.of();
            }
            Set<String> known = new HashSet<>();
            for (String ability : in.readStrings()) {
                if (ability.startsWith("fetch=")) {
                    known.addAll(List.of(ability.substring("fetch=".length()).split(" ")));
                }
            }
            return known;
        });
    }

    /** Passes one pack with the wanted objects that are not here to the sink; one request. */
    public void fetch(RemoteAddress address, Wanted wanted, int packBytesMax, PackSink sink) throws RemoteException {
        PacketLines lines = new PacketLines().line("command=fetch\n").delimiter();
        lines.line("no-progress\n").line("ofs-delta\n");
        if (wanted.thin()) {
            lines.line("thin-pack\n");
        }
        if (wanted.withoutFiles()) {
            lines.line("filter blob:none\n");
        }
        wanted.ids().forEach(want -> lines.line("want " + want.name() + "\n"));
        wanted.haves().forEach(have -> lines.line("have " + have.name() + "\n"));
        byte[] body = lines.line("done\n").flush().bytes();
        requests.read(address, body, requests.fetch(packBytesMax), answer -> {
            PacketLineIn in = new PacketLineIn(answer.body());
            String section = in.readString();
            while (!section.equals("packfile")) {
                section = in.readString();
                if (PacketLineIn.isEnd(section)) {
                    throw new IOException("The Git host sent no pack.");
                }
            }
            sink.take(new SideBand(answer.body()));
            return true;
        });
    }

    /**
     * Capabilities of the host for pushes, such as {@code atomic}; one request, whose answer the caller should keep.
     */
    public Set<String> pushCapabilities(RemoteAddress address) throws RemoteException {
        return requests.abilities(address, true, answer -> {
            PacketLineIn in = new PacketLineIn(answer.body());
            if (!in.readString().startsWith("# service=git-receive-pack")) {
                throw new IOException("The Git host does not speak the smart protocol.");
            }
            String line = in.readString();
            line = PacketLineIn.isEnd(line) ? in.readString() : line;
            Set<String> known = new HashSet<>();
            int zero = line.indexOf('\0');
            if (zero >= 0) {
                known.addAll(List.of(line.substring(zero + 1).strip().split(" ")));
            }
            return known;
        });
    }

    /**
     * Moves all refs or none, with objects that the host does not have yet; one request.
     *
     * @param pack a whole pack; empty for nothing but deletions
     * @throws RemoteException of kind {@code DOWN} when nobody knows whether the push was taken
     */
    public PushReport push(RemoteAddress address, List<RefCommand> commands, byte[] pack) throws RemoteException {
        PacketLines lines = new PacketLines();
        String capabilities = "\0 report-status atomic";
        for (RefCommand command : commands) {
            lines.line(command.line() + capabilities);
            capabilities = "";
        }
        return requests.push(address, lines.flush().raw(pack).bytes(), GitClient::report);
    }

    private static PushReport report(StreamAnswer answer) throws IOException {
        PacketLineIn in = new PacketLineIn(answer.body());
        String unpack = in.readString();
        if (!unpack.startsWith("unpack ")) {
            throw new EOFException("The Git host did not say what became of the push.");
        }
        Map<String, String> refused = new HashMap<>();
        for (String line : in.readStrings()) {
            String[] words = line.split(" ", 3);
            if (words[0].equals("ng") && words.length > 1) {
                refused.put(words[1], words.length > 2 ? words[2] : "");
            }
        }
        return new PushReport(unpack.equals("unpack ok"), refused);
    }
}
