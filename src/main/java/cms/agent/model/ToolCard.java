package cms.agent.model;

import tools.jackson.databind.node.ObjectNode;

/** A tool as a model is told of it; {@code schema} is the JSON Schema of its input. */
public record ToolCard(String name, String description, ObjectNode schema) {}
