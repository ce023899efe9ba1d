package cms.forms;

import tools.jackson.databind.node.ObjectNode;

/**
 * Announced in the transaction that stores a submission which is no spam (reference 8).
 *
 * @param data the cleaned values
 * @param atMillis when it was sent, epoch milliseconds
 */
public record FormSubmitted(
        String projectId, String modelId, String submissionId, String status, ObjectNode data, long atMillis) {}
