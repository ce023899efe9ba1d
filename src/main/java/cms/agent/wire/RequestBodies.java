package cms.agent.wire;

import cms.agent.model.AgentLimits;
import cms.agent.model.AttachedFiles;
import cms.agent.model.Block;
import cms.agent.model.CompletionRequest;
import cms.agent.model.Message;
import cms.agent.model.ModelFailure;
import cms.platform.compute.FairPlaces;
import cms.platform.json.Json;
import cms.platform.net.WebRequest;
import cms.platform.scratch.Scratch;
import cms.platform.scratch.ScratchFile;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes the bodies of requests. One with attached files is written to the disk, by one turn at a time, and sent from
 * there: the files are in memory for the moment of writing, and not for the minutes in which a model answers.
 */
public final class RequestBodies {
    private static final int AT_ONCE = 1;

    private final AttachedFiles files;
    private final Scratch scratch;
    private final FairPlaces writing;

    public RequestBodies(AttachedFiles files, Scratch scratch, InstantSource clock) {
        this.files = files;
        this.scratch = scratch;
        this.writing = new FairPlaces(clock, AT_ONCE, AT_ONCE);
    }

    /**
     * @param format makes the body of a request whose files are loaded
     * @throws ModelFailure when too many requests with files wait to be written
     */
    WrittenBody make(CompletionRequest request, Function<CompletionRequest, ObjectNode> format) {
        if (request.messages().stream().allMatch(message -> message.attached().isEmpty())) {
            ObjectNode body = format.apply(request);
            byte[] bytes = Json.bytes(body);
            return new WrittenBody(new WebRequest.RepeatableBody.Bytes(bytes), bytes.length, members(body), () -> {});
        }
        if (!writing.enter(request.cacheKey(), AgentLimits.REQUEST_WRITTEN_MAX)) {
            throw ModelFailure.broken("Too many files are sent to models at this moment; try again.");
        }
        try {
            return written(request, format);
        } finally {
            writing.leave(request.cacheKey());
        }
    }

    private WrittenBody written(CompletionRequest request, Function<CompletionRequest, ObjectNode> format) {
        ObjectNode body = format.apply(loaded(request));
        ScratchFile file = scratch.create();
        try {
            Json.write(to(file), body);
            return new WrittenBody(
                    new WebRequest.RepeatableBody.Streamed(file.length(), file::stream),
                    file.length(),
                    members(body),
                    file::close);
        } catch (RuntimeException failed) {
            file.close();
            throw failed;
        }
    }

    private static Set<String> members(ObjectNode body) {
        return Set.copyOf(body.propertyNames());
    }

    private CompletionRequest loaded(CompletionRequest request) {
        return request.with(request.messages().stream().map(this::loaded).toList());
    }

    private Message loaded(Message message) {
        List<Block> blocks = new ArrayList<>();
        for (Block block : message.blocks()) {
            if (block instanceof Block.Attached file) {
                blocks.addAll(files.blocks(file)
                        .orElseGet(() -> List.of(new Block.Text("(This attached file is not kept any more.)"))));
            } else {
                blocks.add(block);
            }
        }
        return new Message(message.role(), blocks);
    }

    private static OutputStream to(ScratchFile file) {
        return new OutputStream() {
            @Override
            public void write(int octet) {
                write(new byte[] {(byte) octet}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int count) {
                file.append(bytes, from, count);
            }
        };
    }
}
