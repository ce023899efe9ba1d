package cms.review;

import cms.git.FileChange;
import tools.jackson.databind.JsonNode;

/**
 * One file of a comparison, with what stands in it.
 *
 * @param before parsed JSON, or text; null when the file is new, too large or not text
 * @param after the same, null when the file is gone
 */
record DiffedFile(String path, FileChange.Status status, JsonNode before, JsonNode after) {}
