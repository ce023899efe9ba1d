package cms.agent.model;

import tools.jackson.databind.node.ObjectNode;

/** The description of a tool for a model; {@code schema} is the JSON Schema of its input. */
public record ToolCard(String name, String description, ObjectNode schema) {}
