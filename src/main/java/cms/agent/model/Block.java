package cms.agent.model;

import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.json.SentJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** One part of a message, the same for every wire. */
public sealed interface Block {
    record Text(String text) implements Block {}

    /** @param base64 the bytes */
    record Image(String mediaType, String base64) implements Block {}

    /** A PDF; base64 of its bytes. */
    record Document(String name, String base64) implements Block {}

    /**
     * A file or link that a person attached. What a model gets of it stays in a row of its own for a day, and is loaded
     * for a request to a model alone.
     *
     * @param bytes of what a model gets
     */
    record Attached(String id, Kind kind, String name, long bytes) implements Block {
        /** How a model gets the file. */
        public enum Kind {
            IMAGE,
            PDF,
            TEXT;

            /** @param kind of the attachment (spec 2.16) */
            public static Kind of(String kind) {
                return switch (kind) {
                    case "image" -> IMAGE;
                    case "pdf" -> PDF;
                    default -> TEXT;
                };
            }
        }
    }

    /**
     * A tool that the model asks for.
     *
     * @param arguments the JSON text that the model sent, possibly malformed
     */
    record Call(String id, String name, String arguments) implements Block {
        /** The call, with a note in place of arguments longer than {@code charsMax}. */
        public Call bounded(int charsMax) {
            return arguments.length() <= charsMax
                    ? this
                    : new Call(
                            id,
                            name,
                            Json.text(Json.object().put("left_out", arguments.length() + " characters of input")));
        }

        /** The arguments, if they are a JSON object without repeated members or NUL characters. */
        public Optional<ObjectNode> input() {
            try {
                String text = arguments.isBlank() ? "{}" : arguments;
                return SentJson.withoutNul(text.getBytes(StandardCharsets.UTF_8)) instanceof ObjectNode object
                        ? Optional.of(object)
                        : Optional.empty();
            } catch (Failure noJson) {
                return Optional.empty();
            }
        }
    }

    /** The answer of a tool. */
    record Result(String callId, String text, boolean failed) implements Block {}

    /** Reasoning in the format of one wire, which wants it back unchanged. */
    record Opaque(ModelApi wire, ObjectNode item) implements Block {}
}
