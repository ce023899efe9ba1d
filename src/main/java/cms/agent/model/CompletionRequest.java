package cms.agent.model;

import java.util.List;

/**
 * One request to a model.
 *
 * @param system texts before all messages, the most constant first
 * @param cacheKey shared by requests with the same beginning; identifies no one
 */
public record CompletionRequest(
        CatalogModel model, List<String> system, List<ToolCard> tools, List<Message> messages, String cacheKey) {
    public CompletionRequest {
        system = List.copyOf(system);
        tools = List.copyOf(tools);
        messages = List.copyOf(messages);
    }

    /** The same request with other messages. */
    public CompletionRequest with(List<Message> others) {
        return new CompletionRequest(model, system, tools, others, cacheKey);
    }
}
