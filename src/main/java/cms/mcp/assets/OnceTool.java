package cms.mcp.assets;

import cms.mcp.call.Arguments;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.platform.http.Answer;
import cms.platform.idempotency.Idempotency;
import cms.platform.idempotency.IdempotencyKey;
import cms.platform.json.Json;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool that writes rows, whose calls with the same {@code idempotency_key} are carried out once: a repeat gets the
 * reply of the first call. A refusal and a question are not stored.
 */
record OnceTool(Tool tool, Idempotency idempotency) implements Tool {
    private static final Answer NOT_STORED = Answer.empty(503);

    @Override
    public String name() {
        return tool.name();
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        String operation = name() + " " + context.place().project().id(); // an app may have several projects
        Optional<IdempotencyKey> key = context.key(arguments, operation);
        if (key.isEmpty()) {
            return tool.call(arguments, context);
        }
        AtomicReference<ToolReply> first = new AtomicReference<>();
        Answer answer = idempotency.once(key.get(), () -> {
            ToolReply reply = tool.call(arguments, context);
            first.set(reply);
            return reply.failed() ? NOT_STORED : Answer.json(reply.value());
        });
        ToolReply reply = first.get();
        return reply == null
                ? ToolReply.of((ObjectNode) Json.parse(answer.jsonText().orElseThrow()))
                : reply;
    }
}
