package cms.agent.attach;

import cms.agent.model.AgentLimits;
import cms.agent.model.AttachedFiles;
import cms.agent.model.Block;
import cms.agent.model.Blocks;
import cms.agent.model.CleanText;
import cms.platform.compute.Compute;
import cms.platform.compute.FairPlaces;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.failure.Failure;
import cms.platform.http.Received;
import cms.platform.instance.Instance;
import cms.platform.pictures.Pictures;
import cms.platform.scratch.Scratch;
import cms.project.Project;
import java.io.InputStream;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the files and links that people attach, and keeps each for a day, readable by its owner only. */
public final class Attachments implements AttachedFiles {
    private final Database database;
    private final Links links;
    private final FileReader reader;
    private final InstantSource clock;
    private final RandomTokens random = new RandomTokens();
    private final AttachmentStore store = new AttachmentStore();
    private final Compute compute;
    private final FairPlaces reading;

    public Attachments(Instance instance, Pictures pictures) {
        this.database = instance.database();
        this.links = new Links(instance.net().streamsToOutside(), new Scratch(instance.scratch()));
        this.reader = new FileReader(new PictureScaler(pictures));
        this.clock = instance.clock();
        this.compute = instance.compute();
        this.reading = new FairPlaces(clock, 1, AgentLimits.ATTACHMENTS_READ_AT_ONCE);
    }

    /** Fetches and reads the file of a link; when that fails, the attachment carries the error. */
    public Attachment link(Project project, String userId, String url) {
        String shown = CleanText.head(url, AgentLimits.LINK_CHARS_MAX);
        return read(project, userId, "link", name(shown), List.of(), () -> links.fetch(shown));
    }

    /** Reads an uploaded file; when that fails, the attachment carries the error. */
    public Attachment upload(Project project, String userId, String fileName, Received content) {
        return upload(project, userId, fileName, content, List.of());
    }

    /** @param more further blocks for the model, such as the path of a stored picture */
    public Attachment upload(Project project, String userId, String fileName, Received content, List<Block> more) {
        return read(project, userId, "upload", limited(fileName), more, () -> new Came(content));
    }

    /** An attachment for a file that is refused without being read. */
    public Attachment refused(String fileName, String why) {
        return new Attachment(random.uuid(), "upload", limited(fileName), "", "unknown", List.of(), why);
    }

    /** Whether media can store the file as a picture, by its first bytes. */
    public boolean isPicture(Received content) {
        return FileReader.isPicture(content.head(FileReader.HEAD_BYTES));
    }

    /** Opens a file. */
    @FunctionalInterface
    private interface Source {
        FileBytes open() throws Unreadable;
    }

    private Attachment read(Project project, String userId, String source, String name, List<Block> more, Source from) {
        var draft = new Attachment(random.uuid(), source, name, "", "unknown", more, null);
        var owner = new AttachmentStore.Owner(project.workspaceId(), project.id(), userId);
        try (FileBytes bytes = from.open()) {
            return storedInTurn(draft, bytes, owner);
        } catch (Unreadable error) {
            return unread(draft.failing(error.message()), owner);
        }
    }

    /** Stores the blocks of an unreadable attachment that are not of the file, if it has any. */
    private Attachment unread(Attachment made, AttachmentStore.Owner owner) {
        try {
            if (!made.blocks().isEmpty()) {
                keep(made, owner);
            }
            return made;
        } catch (Unreadable full) {
            return made.withoutBlocks();
        }
    }

    /**
     * Stores an attachment unless its owner or workspace has stored too much within a day ({@link #forgetOld} makes
     * room).
     */
    private void keep(Attachment made, AttachmentStore.Owner owner) throws Unreadable {
        String blocks = Blocks.text(made.blocks());
        boolean fits = database.write(tx -> {
            AttachmentStore.StoredBytes stored = store.storedBytes(tx, owner);
            long bytes = AttachmentStore.bytes(blocks);
            if (stored.personBytes() + bytes > AgentLimits.PERSON_ATTACHED_BYTES_MAX
                    || stored.workspaceBytes() + bytes > AgentLimits.WORKSPACE_ATTACHED_BYTES_MAX) {
                return false;
            }
            store.add(tx, made, blocks, owner, clock.instant());
            tx.concerns("agent_attachments", made.id());
            return true;
        });
        if (!fits) {
            throw new Unreadable("Too much was attached here within a day; wait until some of it is a day old.");
        }
    }

    /**
     * Reads and stores a file after it has arrived, so that a slow server keeps no place from others. Of a workspace
     * one is in memory at a time, and a person's workspaces count together.
     */
    private Attachment storedInTurn(Attachment draft, FileBytes bytes, AttachmentStore.Owner owner) throws Unreadable {
        String account = compute.account(owner.workspaceId());
        if (!reading.enter(account, owner.workspaceId(), AgentLimits.ATTACHMENT_WAIT_MAX)) {
            throw new Unreadable("Too much is read at this moment; send it again.");
        }
        try {
            Attachment made = draft.with(reader.read(bytes, draft.filename(), draft.source(), owner.workspaceId()));
            keep(made, owner);
            return made.light();
        } finally {
            reading.leave(account, owner.workspaceId());
        }
    }

    /** An uploaded file in the form that readers take. */
    private record Came(Received content) implements FileBytes {
        @Override
        public long length() {
            return content.length();
        }

        @Override
        public InputStream stream() {
            return content.stream();
        }

        @Override
        public byte[] head(int bytesMax) {
            return content.head(bytesMax);
        }
    }

    private static String name(String url) {
        try {
            String path = URI.create(url.strip()).getPath();
            String last = path == null ? "" : path.substring(path.lastIndexOf('/') + 1);
            return limited(last.isEmpty() ? url : last);
        } catch (IllegalArgumentException noUrl) {
            return limited(url);
        }
    }

    private static String limited(String name) {
        return CleanText.head(name.replaceAll("\\p{Cntrl}", " "), AgentLimits.ATTACHMENT_NAME_CHARS_MAX);
    }

    /**
     * The caller's own attachments of the last day; one that is named repeatedly counts once.
     *
     * @throws Failure INVALID for an unknown or older one, and for more than one request to a model carries
     */
    public List<Block.Attached> named(Project project, String userId, List<String> ids) {
        var owner = new AttachmentStore.Owner(project.workspaceId(), project.id(), userId);
        List<Block.Attached> named = database.read(tx -> ids.stream()
                .distinct()
                .map(id -> store.find(tx, id, owner, oldest())
                        .orElseThrow(() -> Failure.invalid(
                                "There is no such attachment of yours from the last 24 hours: send it again.")))
                .toList());
        if (named.stream().mapToLong(Block.Attached::bytes).sum() > AgentLimits.REQUEST_ATTACHED_BYTES_MAX) {
            throw Failure.invalid("The attachments of one message may have about 20 MB together; send fewer at once.");
        }
        return named;
    }

    private Instant oldest() {
        return clock.instant().minus(AgentLimits.ATTACHMENT_KEPT);
    }

    /** The ids of those files that are still stored. */
    public Set<String> retained(List<Block.Attached> files) {
        List<String> ids = files.stream().map(Block.Attached::id).distinct().toList();
        return database.read(tx -> store.retained(tx, ids, oldest()));
    }

    @Override
    public Optional<List<Block>> blocks(Block.Attached file) {
        return database.read(tx -> store.blocks(tx, file.id()));
    }

    /** Deletes what is a day old, after the last turn that began before has ended. */
    public void forgetOld() {
        database.writing(tx -> store.deleteBefore(tx, oldest().minus(AgentLimits.CHAT_MAX)));
    }

    public void deleteOfProject(Tx tx, String projectId) {
        store.deleteWhere(tx, "project_id", projectId);
    }

    public void deleteOfUser(Tx tx, String userId) {
        store.deleteWhere(tx, "user_id", userId);
    }
}
