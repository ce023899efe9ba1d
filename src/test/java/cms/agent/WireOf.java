package cms.agent;

import cms.platform.json.Json;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How each wire writes a stream, as the vendors publish it. */
enum WireOf {
    MESSAGES {
        @Override
        String stream(List<String> said, List<StandInModels.Call> calls, String stop) {
            StringBuilder out = new StringBuilder();
            event(out, Map.of("type", "message_start", "message", MESSAGE));
            event(out, Map.of("type", "ping"));
            int index = 0;
            if (!said.isEmpty()) {
                event(
                        out,
                        Map.of(
                                "type",
                                "content_block_start",
                                "index",
                                index,
                                "content_block",
                                Map.of("type", "text", "text", "")));
                for (String piece : said) {
                    event(
                            out,
                            Map.of(
                                    "type",
                                    "content_block_delta",
                                    "index",
                                    index,
                                    "delta",
                                    Map.of("type", "text_delta", "text", piece)));
                }
                event(out, Map.of("type", "content_block_stop", "index", index++));
            }
            for (StandInModels.Call call : calls) {
                event(
                        out,
                        Map.of(
                                "type",
                                "content_block_start",
                                "index",
                                index,
                                "content_block",
                                Map.of("type", "tool_use", "id", call.id(), "name", call.name(), "input", Map.of())));
                int half = call.arguments().length() / 2;
                for (String piece : List.of(
                        call.arguments().substring(0, half), call.arguments().substring(half))) {
                    event(
                            out,
                            Map.of(
                                    "type",
                                    "content_block_delta",
                                    "index",
                                    index,
                                    "delta",
                                    Map.of("type", "input_json_delta", "partial_json", piece)));
                }
                event(out, Map.of("type", "content_block_stop", "index", index++));
            }
            String reason = !stop.isEmpty() ? stop : calls.isEmpty() ? "end_turn" : "tool_use";
            event(
                    out,
                    Map.of(
                            "type",
                            "message_delta",
                            "delta",
                            Map.of("stop_reason", reason),
                            "usage",
                            Map.of("output_tokens", 10)));
            event(out, Map.of("type", "message_stop"));
            return out.toString();
        }
    },
    RESPONSES {
        @Override
        String stream(List<String> said, List<StandInModels.Call> calls, String stop) {
            StringBuilder out = new StringBuilder();
            event(out, Map.of("type", "response.created", "response", Map.of("id", "resp_1")));
            if (!said.isEmpty()) {
                event(
                        out,
                        Map.of(
                                "type",
                                "response.output_item.added",
                                "output_index",
                                0,
                                "item",
                                Map.of("type", "message", "id", "msg_0")));
                String type = stop.equals("refusal") ? "response.refusal.delta" : "response.output_text.delta";
                for (String piece : said) {
                    event(out, Map.of("type", type, "item_id", "msg_0", "delta", piece));
                }
                event(
                        out,
                        Map.of("type", "response.output_item.done", "item", Map.of("type", "message", "id", "msg_0")));
            }
            int place = 0;
            for (StandInModels.Call call : calls) {
                String item = "fc_" + place++ + call.id();
                event(
                        out,
                        Map.of(
                                "type",
                                "response.output_item.added",
                                "item",
                                Map.of(
                                        "type",
                                        "function_call",
                                        "id",
                                        item,
                                        "call_id",
                                        call.id(),
                                        "name",
                                        call.name(),
                                        "arguments",
                                        "")));
                event(
                        out,
                        Map.of(
                                "type",
                                "response.function_call_arguments.delta",
                                "item_id",
                                item,
                                "delta",
                                call.arguments()));
                event(
                        out,
                        Map.of(
                                "type",
                                "response.output_item.done",
                                "item",
                                Map.of(
                                        "type",
                                        "function_call",
                                        "id",
                                        item,
                                        "call_id",
                                        call.id(),
                                        "name",
                                        call.name(),
                                        "arguments",
                                        call.arguments())));
            }
            String why = stop.equals("max_tokens") ? "max_output_tokens" : stop;
            boolean cut = !why.isEmpty() && !why.equals("refusal");
            Map<String, Object> usage = Map.of(
                    "input_tokens", 120, "output_tokens", 10, "input_tokens_details", Map.of("cached_tokens", 20));
            event(
                    out,
                    Map.of(
                            "type",
                            cut ? "response.incomplete" : "response.completed",
                            "response",
                            cut
                                    ? Map.of("usage", usage, "incomplete_details", Map.of("reason", why))
                                    : Map.of("usage", usage)));
            return out.toString();
        }
    },
    CHAT {
        @Override
        String stream(List<String> said, List<StandInModels.Call> calls, String stop) {
            StringBuilder out = new StringBuilder();
            delta(out, Map.of("role", "assistant", "content", ""), null);
            for (String piece : said) {
                delta(out, Map.of(stop.equals("refusal") ? "refusal" : "content", piece), null);
            }
            int index = 0;
            for (StandInModels.Call call : calls) {
                delta(
                        out,
                        Map.of(
                                "tool_calls",
                                List.of(Map.of(
                                        "index",
                                        index,
                                        "id",
                                        call.id(),
                                        "type",
                                        "function",
                                        "function",
                                        Map.of("name", call.name(), "arguments", "")))),
                        null);
                delta(
                        out,
                        Map.of(
                                "tool_calls",
                                List.of(Map.of("index", index++, "function", Map.of("arguments", call.arguments())))),
                        null);
            }
            String plain = calls.isEmpty() ? "stop" : "tool_calls";
            String reason = switch (stop) {
                case "max_tokens" -> "length";
                case "content_filter" -> stop;
                default -> plain;
            };
            delta(out, Map.of(), reason);
            event(
                    out,
                    Map.of(
                            "id",
                            "chatcmpl-1",
                            "choices",
                            List.of(),
                            "usage",
                            Map.of("prompt_tokens", 120, "completion_tokens", 10)));
            return out.append("data: [DONE]\n\n").toString();
        }

        private void delta(StringBuilder out, Map<String, Object> delta, @Nullable String reason) {
            Map<String, Object> choice = reason == null
                    ? Map.of("index", 0, "delta", delta)
                    : Map.of("index", 0, "delta", delta, "finish_reason", reason);
            event(
                    out,
                    Map.of(
                            "id", "chatcmpl-1",
                            "object", "chat.completion.chunk",
                            "created", 1,
                            "model", "stand-in",
                            "choices", List.of(choice)));
        }
    };

    private static final Map<String, Object> MESSAGE = Map.of(
            "id", "msg_1",
            "type", "message",
            "role", "assistant",
            "model", "stand-in",
            "content", List.of(),
            "usage", Map.of("input_tokens", 100, "cache_read_input_tokens", 20, "output_tokens", 1));

    abstract String stream(List<String> said, List<StandInModels.Call> calls, String stop);

    static void event(StringBuilder out, Map<String, Object> event) {
        out.append("data: ").append(Json.text(event)).append("\n\n");
    }

    static @Nullable WireOf at(String path) {
        return switch (path) {
            case "/v1/messages" -> MESSAGES;
            case "/v1/responses" -> RESPONSES;
            case "/v1/chat/completions" -> CHAT;
            default -> null;
        };
    }
}
