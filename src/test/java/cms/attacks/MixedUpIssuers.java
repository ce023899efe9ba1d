package cms.attacks;

import static org.assertj.core.api.Assertions.assertThat;

import cms.testing.StandInHost;

/**
 * A Git host that turns bad sends people who sign in there on to the real issuer, in their name and with its own state,
 * to get the code that the issuer makes out for them (a mix-up, RFC 9700 4.4); and a code of the host is brought to the
 * issuer. What the browsers do is {@code .ci/issuer/mix-up.mjs}. Shown to fail where nobody looks at who has answered.
 */
final class MixedUpIssuers implements Attack {
    private final RealIssuer issuer;
    private final StandInHost host;

    MixedUpIssuers(RealIssuer issuer, StandInHost host) {
        this.issuer = issuer;
        this.host = host;
    }

    @Override
    public String name() {
        return "mixed up issuers";
    }

    @Override
    public void run(Target target) throws Exception {
        assertThat(issuer.ask("serve " + target.service().url())).isEqualTo("serving");
        assertThat(issuer.ask("mix-up")).startsWith("refused ");
        assertThat(host.foreignCodes())
                .as("codes of the issuer that the host was given")
                .isEmpty();
    }
}
