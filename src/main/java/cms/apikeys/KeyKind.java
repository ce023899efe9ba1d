package cms.apikeys;

import java.util.Locale;

/** The three kinds of keys (spec 2.11); each is recognised by its prefix. */
public enum KeyKind {
    /** Reads delivered content and media; counted per project. */
    LIVE("cms_live_", false, 32),
    /** Calls remote tools; counted per workspace, and 50 characters long. */
    MCP("cms_mcp_", true, 42),
    /** Talks to the agent; counted per project. */
    CONVERSATION("cms_conv_", false, 32);

    private final String prefix;
    private final boolean countedPerWorkspace;
    private final int randomChars;

    KeyKind(String prefix, boolean countedPerWorkspace, int randomChars) {
        this.prefix = prefix;
        this.countedPerWorkspace = countedPerWorkspace;
        this.randomChars = randomChars;
    }

    /** Prefix of every key of this kind. */
    public String prefix() {
        return prefix;
    }

    boolean countedPerWorkspace() {
        return countedPerWorkspace;
    }

    /** Number of random characters after the prefix of a new key. */
    int randomChars() {
        return randomChars;
    }

    String stored() {
        return name().toLowerCase(Locale.ROOT);
    }

    static KeyKind ofStored(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
