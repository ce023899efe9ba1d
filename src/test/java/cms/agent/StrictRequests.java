package cms.agent;

import cms.platform.json.Json;
import com.sun.net.httpserver.Headers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the vendors refuse in a request. */
final class StrictRequests {
    private static final Set<String> MESSAGES = Set.of(
            "model", "max_tokens", "stream", "system", "tools", "messages", "thinking", "output_config", "metadata");
    private static final Set<String> RESPONSES = Set.of(
            "model",
            "stream",
            "store",
            "instructions",
            "max_output_tokens",
            "include",
            "prompt_cache_key",
            "tools",
            "input");
    private static final Set<String> CHAT = Set.of(
            "model",
            "stream",
            "max_tokens",
            "max_completion_tokens",
            "stream_options",
            "prompt_cache_key",
            "messages",
            "tools");

    private StrictRequests() {}

    static List<String> wrong(WireOf wire, ObjectNode request, Headers headers) {
        List<String> wrong = new ArrayList<>();
        Set<String> known = switch (wire) {
            case MESSAGES -> MESSAGES;
            case RESPONSES -> RESPONSES;
            case CHAT -> CHAT;
        };
        request.propertyNames().stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> wrong.add("unknown " + name));
        switch (wire) {
            case MESSAGES -> messages(request, headers, wrong);
            case RESPONSES -> responses(request, wrong);
            case CHAT -> chat(request, wrong);
        }
        return wrong;
    }

    private static void messages(ObjectNode request, Headers headers, List<String> wrong) {
        if (headers.getFirst("anthropic-version") == null) {
            wrong.add("no anthropic-version");
        }
        if (Json.text(request).split("cache_control", -1).length - 1 > 4) {
            wrong.add("more than four cache marks");
        }
        String role = "assistant";
        Set<String> open = new HashSet<>();
        for (JsonNode message : request.path("messages")) {
            String now = message.path("role").asString();
            if (now.equals(role)) {
                wrong.add("roles do not alternate");
            }
            role = now;
            Set<String> calls = new HashSet<>();
            boolean words = false;
            for (JsonNode block : message.path("content")) {
                switch (block.path("type").asString()) {
                    case "tool_use" -> calls.add(block.path("id").asString());
                    case "tool_result" -> {
                        if (words || !open.remove(block.path("tool_use_id").asString())) {
                            wrong.add("a result without a call, or after words");
                        }
                    }
                    case "text" -> {
                        words = true;
                        if (block.path("text").asString().isBlank()) {
                            wrong.add("a text without text");
                        }
                    }
                    default -> words = true;
                }
            }
            if (!open.isEmpty()) {
                wrong.add("a call without a result: " + open);
            }
            open = calls;
        }
        if (!role.equals("user")) {
            wrong.add("the last message is not the user's");
        }
    }

    private static void responses(ObjectNode request, List<String> wrong) {
        Set<String> calls = new HashSet<>();
        for (JsonNode item : request.path("input")) {
            if (!item.has("type")) {
                wrong.add("an item that llama-server cannot tell the type of");
            }
            switch (item.path("type").asString()) {
                case "function_call" -> calls.add(item.path("call_id").asString());
                case "function_call_output" -> {
                    if (!calls.remove(item.path("call_id").asString())) {
                        wrong.add("an output without a call");
                    }
                }
                default -> {}
            }
        }
        if (!calls.isEmpty()) {
            wrong.add("a call without an output: " + calls);
        }
    }

    private static void chat(ObjectNode request, List<String> wrong) {
        Set<String> open = new HashSet<>();
        int system = 0;
        for (JsonNode message : request.path("messages")) {
            String role = message.path("role").asString();
            system += role.equals("system") ? 1 : 0;
            if (role.equals("tool")) {
                if (!open.remove(message.path("tool_call_id").asString())) {
                    wrong.add("a result without a call");
                }
            } else if (!open.isEmpty()) {
                wrong.add("a call without a result: " + open);
            }
            message.path("tool_calls").forEach(call -> open.add(call.path("id").asString()));
        }
        if (system != 1
                || !request.path("messages").path(0).path("role").asString().equals("system")) {
            wrong.add("there must be one system message, the first");
        }
    }
}
