package cms.activity;

import cms.platform.db.Tx;
import cms.platform.json.Json;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/** The means by which a person acted: a key, a connected app or a conversation. */
public final class Means {
    private static final Pattern FORM = Pattern.compile("([a-z_]+)[:/]([^/]+).*");

    /** Lookup of the names of keys and apps. */
    public interface Names {
        /** The names of those that have one, by their stored form, such as {@code mcp_key:<id>}. */
        Map<String, String> of(Tx tx, Set<String> means);
    }

    private Means() {}

    /** {@code { kind, id, name }}; the name is null where none was given, or the key or app was deleted. */
    static ObjectNode json(String stored, Map<String, String> names) {
        Matcher parts = FORM.matcher(stored);
        boolean known = parts.matches();
        return Json.object()
                .put("kind", known ? parts.group(1) : stored)
                .put("id", known ? parts.group(2) : null)
                .put("name", names.get(stored));
    }
}
