package cms.mcp.tools;

import cms.mcp.call.Arguments;
import cms.mcp.call.Tool;
import cms.mcp.call.ToolContext;
import cms.mcp.call.ToolReply;
import cms.platform.json.Json;
import tools.jackson.databind.node.ObjectNode;

/** {@code cms_describe_format}: how content is stored, the same for all projects. */
final class DescribeFormatTool implements Tool {
    private final ObjectNode format;

    DescribeFormatTool(ObjectNode format) {
        this.format = format;
    }

    @Override
    public String name() {
        return "cms_describe_format";
    }

    @Override
    public ToolReply call(Arguments arguments, ToolContext context) {
        ObjectNode value = Json.object();
        ObjectNode sections = value.putObject("sections");
        arguments
                .text("section")
                .ifPresentOrElse(name -> sections.set(name, format.get(name)), () -> sections.setAll(format));
        return ToolReply.of(value);
    }
}
