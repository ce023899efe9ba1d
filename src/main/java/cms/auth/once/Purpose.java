package cms.auth.once;

import java.time.Duration;

/** The purposes of one-time codes; a code of one purpose is not valid for another. */
public enum Purpose {
    /** From the built-in identity page to the service. */
    IDENTITY(Duration.ofSeconds(60)),
    /** From the service to a command-line client (spec 4.1). */
    COMMAND_LINE(Duration.ofSeconds(60)),
    /** In a mailed sign-in link (spec 5.4). */
    MAGIC_LINK(Duration.ofHours(1)),
    /** One of the places of a mailbox for such links. */
    MAGIC_LINK_MAIL(Duration.ofHours(1)),
    /** One of the places of a network for such links, as long as its rate limit, which a restart forgets. */
    MAGIC_LINK_NETWORK(Duration.ofMinutes(1)),
    /** The state of a login, recorded once it was used. */
    LOGIN_STATE(Duration.ofMinutes(10));

    private final Duration life;

    Purpose(Duration life) {
        this.life = life;
    }

    public Duration life() {
        return life;
    }
}
