package cms.agent.tools;

import cms.agent.desk.Tool;
import cms.agent.model.ToolCard;
import cms.platform.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** All tools, in the fixed order in which they are described to models. */
public final class Toolbox {
    private final List<Tool> tools;
    private final JsonNode cards;

    public Toolbox(InstantSource clock) {
        this.tools = List.of(
                new ListModelsTool(),
                new GetContentTool(),
                new ValidateTool(),
                new ValidateSchemaTool(),
                new ListBranchesTool(),
                new BranchHealthTool(),
                new BrainQueryTool(),
                new BrainSearchTool(),
                new BrainAnalyzeTool(clock),
                new RelationExpandTool(),
                new SearchMediaTool(),
                new GetMediaTool(),
                new ListSubmissionsTool(),
                new SaveContentTool(),
                new DeleteContentTool(),
                new CopyLocaleTool(),
                new UpdateStatusTool(),
                new VocabularyTool(),
                new UploadMediaTool(),
                new UpdateMediaTool(),
                new DeleteMediaTool(),
                new MergeBranchTool(),
                new RejectBranchTool(),
                DecideSubmissionTool.approving(),
                DecideSubmissionTool.rejecting(),
                new SaveModelTool(),
                new InitProjectTool(),
                new AddLocaleTool(),
                new DeleteModelTool());
        this.cards = cards();
    }

    private static JsonNode cards() {
        try (InputStream in = Toolbox.class.getResourceAsStream("/agent/tools.json")) {
            return Json.parse(Objects.requireNonNull(in, "tools.json").readAllBytes());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    public List<Tool> all() {
        return tools;
    }

    public ToolCard card(Tool tool) {
        JsonNode card = cards.required(tool.name());
        return new ToolCard(tool.name(), card.required("description").asString(), (ObjectNode) card.required("input"));
    }
}
