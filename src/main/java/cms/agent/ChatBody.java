package cms.agent;

import cms.agent.model.AgentLimits;
import cms.agent.talk.ChatContext;
import cms.agent.turn.Ask;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The body of a chat (spec 4.9).
 *
 * @param decision about a call that waits, from {@code confirm} or from the words {@code confirm <code>} and
 *     {@code cancel}
 * @param undoes whether the words are {@code /undo}
 */
record ChatBody(
        String message,
        Optional<String> conversationId,
        Optional<String> model,
        ChatContext context,
        List<String> attachments,
        Optional<Ask.Decision> decision,
        boolean undoes) {
    private static final Pattern CONFIRM = Pattern.compile("(?i)confirm\\s+([A-Z0-9]{6})");

    /**
     * @param isContextRequired whether {@code context} is required
     * @throws Failure INVALID
     */
    static ChatBody parse(Body body, boolean isContextRequired) {
        Optional<Ask.Decision> said = body.object("confirm").map(ChatBody::decision);
        String message = said.isPresent() ? body.text("message").orElse("") : body.requiredText("message");
        if (message.getBytes(StandardCharsets.UTF_8).length > AgentLimits.MESSAGE_BYTES_MAX) {
            throw Failure.invalid("`message` may have at most 32 KiB.");
        }
        Optional<Body> context =
                isContextRequired ? Optional.of(body.requiredObject("context")) : body.object("context");
        return new ChatBody(
                message,
                body.text("conversationId"),
                body.text("model"),
                context.map(isContextRequired ? ChatContext::parse : ChatContext::loose)
                        .orElseGet(ChatContext::none),
                attachments(body),
                said.or(() -> words(message)),
                message.strip().equals("/undo"));
    }

    private static Ask.Decision decision(Body confirm) {
        boolean approve = confirm.flag("approve")
                .orElseThrow(() -> Failure.invalid("`confirm.approve` is required: true or false."));
        return new Ask.Decision(confirm.requiredText("code"), approve);
    }

    private static Optional<Ask.Decision> words(String message) {
        String words = message.strip();
        if (words.equalsIgnoreCase("cancel")) {
            return Optional.of(new Ask.Decision("", false));
        }
        Matcher confirm = CONFIRM.matcher(words);
        return confirm.matches() ? Optional.of(new Ask.Decision(confirm.group(1), true)) : Optional.empty();
    }

    private static List<String> attachments(Body body) {
        return body.node("attachments")
                .map(list -> {
                    if (!list.isArray() || list.size() > AgentLimits.ATTACHMENTS_MAX) {
                        throw Failure.invalid(
                                "`attachments` must be a list of at most " + AgentLimits.ATTACHMENTS_MAX + ".");
                    }
                    if (list.valueStream().anyMatch(item -> !item.isObject())) {
                        throw Failure.invalid("`attachments` must be objects such as { \"id\": \"…\" }.");
                    }
                    return list.valueStream()
                            .map(item -> Body.of(item).requiredText("id"))
                            .toList();
                })
                .orElse(List.of());
    }
}
