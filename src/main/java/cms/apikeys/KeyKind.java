package cms.apikeys;

import java.util.Locale;

/** The three kinds of keys (spec 2.11); each is recognised by its prefix. */
public enum KeyKind {
    /** Reads delivered content and media; counted per project. */
    LIVE("cms_live_", false),
    /** Calls remote tools; counted per workspace. */
    MCP("cms_mcp_", true),
    /** Talks to the agent; counted per project. */
    CONVERSATION("cms_conv_", false);

    private final String prefix;
    private final boolean countedPerWorkspace;

    KeyKind(String prefix, boolean countedPerWorkspace) {
        this.prefix = prefix;
        this.countedPerWorkspace = countedPerWorkspace;
    }

    /** What every key of this kind begins with. */
    public String prefix() {
        return prefix;
    }

    boolean countedPerWorkspace() {
        return countedPerWorkspace;
    }

    String stored() {
        return name().toLowerCase(Locale.ROOT);
    }

    static KeyKind ofStored(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
