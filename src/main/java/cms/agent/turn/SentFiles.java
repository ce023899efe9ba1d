package cms.agent.turn;

import cms.agent.log.StoredMessage;
import cms.agent.model.AgentLimits;
import cms.agent.model.AttachedFiles;
import cms.agent.model.Block;
import cms.agent.model.CatalogModel;
import cms.agent.model.Message;
import cms.platform.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The attached files in the requests of one turn: those that are still kept, the newest first while they fit into one
 * request. Texts are put into their messages; pictures and PDF files stay references, which each request loads. In the
 * place of any other file a note says why it is not there.
 */
final class SentFiles {
    private final AttachedFiles files;
    private final CatalogModel model;
    private final Set<String> retained;
    private final Set<String> sent = new HashSet<>();
    private final Map<String, List<Block>> loaded = new HashMap<>();

    /**
     * @param retained ids of the files that are still kept
     * @param newestFirst the files of all messages
     */
    SentFiles(AttachedFiles files, CatalogModel model, Set<String> retained, List<Block.Attached> newestFirst) {
        this.files = files;
        this.model = model;
        this.retained = retained;
        long room = AgentLimits.REQUEST_ATTACHED_BYTES_MAX;
        for (Block.Attached file : newestFirst) {
            if (!sent.contains(file.id()) && retained.contains(file.id()) && file.bytes() <= room) {
                sent.add(file.id());
                room -= file.bytes();
            }
        }
    }

    /** Whether a file of the message, which an earlier request carried, is not sent any more. */
    boolean lacksOneOf(StoredMessage message) {
        return message.message().attached().stream().anyMatch(file -> !sent.contains(file.id()));
    }

    /** The messages with their files, each in the first that names it. */
    List<StoredMessage> in(List<StoredMessage> messages) {
        Set<String> placed = new HashSet<>();
        return messages.stream().map(message -> in(message, placed)).toList();
    }

    private StoredMessage in(StoredMessage stored, Set<String> placed) {
        if (stored.message().attached().isEmpty()) {
            return stored;
        }
        List<Block> blocks = new ArrayList<>();
        for (Block block : stored.message().blocks()) {
            if (block instanceof Block.Attached file) {
                blocks.addAll(placed.add(file.id()) ? of(file) : note(file, "stands in an earlier message"));
            } else {
                blocks.add(block);
            }
        }
        return stored.with(new Message(stored.message().role(), blocks));
    }

    private List<Block> of(Block.Attached file) {
        if (!retained.contains(file.id())) {
            return note(file, "is not kept any more; ask the person for it again if you need it");
        }
        if (!sent.contains(file.id())) {
            return note(file, "is not sent any more, as newer files take its room");
        }
        return switch (file.kind()) {
            case PDF ->
                model.pdf() ? List.of(file) : note(file, "is a PDF, which this model cannot read; tell the person");
            case IMAGE -> model.vision() ? List.of(file) : withoutPicture(file);
            case TEXT -> load(file);
        };
    }

    /** The texts about a picture, such as its path in the media, and a note that the model cannot see it. */
    private List<Block> withoutPicture(Block.Attached file) {
        return Stream.concat(
                        note(file, "is a picture, which this model cannot see; tell the person").stream(),
                        load(file).stream().filter(Block.Text.class::isInstance))
                .toList();
    }

    private List<Block> load(Block.Attached file) {
        return loaded.computeIfAbsent(
                file.id(),
                id -> files.blocks(file)
                        .orElseGet(() -> note(file, "is not kept any more; ask the person for it again")));
    }

    private static List<Block> note(Block.Attached file, String what) {
        return List.of(new Block.Text("(The attached file " + Json.text(file.name()) + " " + what + ".)"));
    }
}
