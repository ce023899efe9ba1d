package cms.agent.model;

import java.util.List;

/**
 * One request to a model.
 *
 * @param system texts in front of everything, the most constant first
 * @param cacheKey what requests with the same beginning share; names nobody
 */
public record CompletionRequest(
        CatalogModel model, List<String> system, List<ToolCard> tools, List<Message> messages, String cacheKey) {
    public CompletionRequest {
        system = List.copyOf(system);
        tools = List.copyOf(tools);
        messages = List.copyOf(messages);
    }
}
