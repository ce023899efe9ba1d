package cms.workspace;

import com.icegreen.greenmail.util.ServerSetup;

/** Where the mail server of a test listens. */
final class Mail {
    /** It gives up by itself after two seconds, which a busy machine may take. */
    private static final long START_MILLIS_MAX = 60_000;

    private Mail() {}

    /** @param port 0 takes a free one */
    static ServerSetup at(int port) {
        ServerSetup setup = new ServerSetup(port, "127.0.0.1", ServerSetup.PROTOCOL_SMTP);
        setup.setServerStartupTimeout(START_MILLIS_MAX);
        return setup;
    }
}
