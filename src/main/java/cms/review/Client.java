package cms.review;

import java.util.Optional;

/** The kind of program that a write came through: {@code lastOperation.source} of context.json (spec 2.9). */
public enum Client {
    APP_UI("app-ui"),
    MCP_HOSTED("mcp-hosted"),
    MCP_LOCAL("mcp-local");

    private final String wireName;

    Client(String wireName) {
        this.wireName = wireName;
    }

    public String wireName() {
        return wireName;
    }

    static Optional<Client> of(String wireName) {
        for (Client client : values()) {
            if (client.wireName.equals(wireName)) {
                return Optional.of(client);
            }
        }
        return Optional.empty();
    }
}
