package cms.agent.attach;

import cms.agent.model.AgentLimits;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The visible words of a web page: without scripts, styles, comments, navigation and what is hidden. */
final class PageText {
    private static final String[] UNSEEN = {
        "script", "style", "noscript", "template", "svg", "nav", "head", "iframe", "object", "textarea"
    };
    private static final Pattern TITLE = Pattern.compile("<title[^>]{0,200}>([^<]{0,500})", Pattern.CASE_INSENSITIVE);

    private PageText() {}

    static String of(String html) {
        Matcher title = TITLE.matcher(html);
        String head = title.find() ? title.group(1).strip() + "\n\n" : "";
        StringBuilder text = new StringBuilder(html.length() / 4);
        String lower = html.toLowerCase(Locale.ROOT);
        if (lower.length() != html.length()) { // a letter whose small form is longer
            return head + words(of(lower));
        }
        int at = 0;
        while (at < html.length() && text.length() < AgentLimits.ATTACHMENT_CHARS_MAX) {
            int tag = html.indexOf('<', at);
            text.append(html, at, tag < 0 ? html.length() : tag);
            if (tag < 0) {
                break;
            }
            at = after(lower, tag, text);
        }
        return head + words(text.toString());
    }

    /** Where the page goes on behind a tag, with all that it hides. */
    private static int after(String html, int tag, StringBuilder text) {
        if (html.startsWith("<!--", tag)) {
            return end(html, "-->", tag);
        }
        int close = html.indexOf('>', tag);
        if (close < 0) {
            return html.length();
        }
        String inside = html.substring(tag + 1, Math.min(close, tag + 2_000));
        String name = inside.split("[^a-z0-9/]", 2)[0];
        for (String unseen : UNSEEN) {
            if (name.equals(unseen)) {
                return end(html, "</" + unseen, close);
            }
        }
        boolean hidden = inside.matches(
                "(?s).*(\\shidden(\\s|=|$)|display\\s*:\\s*none|visibility\\s*:\\s*hidden|aria-hidden\\s*=\\s*.true).*");
        if (hidden && !name.startsWith("/") && !inside.endsWith("/")) {
            return end(html, "</" + name, close);
        }
        text.append(name.matches("/?(p|div|li|tr|h[1-6]|br|section|article|ul|ol|table)") ? "\n" : " ");
        return close + 1;
    }

    private static int end(String html, String mark, int from) {
        int found = html.indexOf(mark, from);
        if (found < 0) {
            return html.length();
        }
        int close = html.indexOf('>', found + mark.length() - 1);
        return close < 0 ? html.length() : close + 1;
    }

    private static String words(String text) {
        return text.replace("&nbsp;", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&#39;", "'")
                .replace("&amp;", "&")
                .replaceAll("[ \\t\\r]+", " ")
                .replaceAll(" ?\\n[ \\n]*", "\n")
                .strip();
    }
}
