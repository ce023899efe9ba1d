package cms.format;

import tools.jackson.databind.node.ObjectNode;

/**
 * A document: frontmatter and body (reference 2.2).
 *
 * @param frontmatter the members in file order; nobody may change it
 * @param body Markdown with LF line ends, without blank lines around it
 */
public record MarkdownFile(ObjectNode frontmatter, String body) {}
