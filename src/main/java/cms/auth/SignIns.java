package cms.auth;

import cms.auth.identity.Comeback;
import cms.auth.identity.IdentityProvider;
import cms.auth.identity.PendingLogin;
import cms.auth.identity.SignInAttempt;
import cms.auth.once.OneTimeCodes;
import cms.auth.once.Purpose;
import cms.platform.crypto.Hashes;
import cms.platform.failure.Failure;
import cms.platform.json.Json;
import cms.platform.mail.EmailAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a sign-in is made of: out to a provider, back with a code, and a code of our own for a command line. */
final class SignIns {
    private static final int MAGIC_LINKS_AN_HOUR = 10;

    private final Map<Provider, IdentityProvider> providers;
    private final Accounts accounts;
    private final OneTimeCodes codes;

    SignIns(Map<Provider, IdentityProvider> providers, Accounts accounts, OneTimeCodes codes) {
        this.providers = Map.copyOf(providers);
        this.accounts = accounts;
        this.codes = codes;
    }

    /** The names of the providers that this service offers. */
    Set<String> offered() {
        return providers.keySet().stream().map(Provider::key).collect(Collectors.toSet());
    }

    /** @throws Failure INVALID for another name, and for a provider that is not connected here */
    Provider provider(String key) {
        return Provider.find(key)
                .filter(providers::containsKey)
                .orElseThrow(() ->
                        Failure.invalid("`provider` must be one that this service offers: git_host or web_identity."));
    }

    String authorizeUrl(Provider provider, SignInAttempt request) {
        return chosen(provider).authorizeUrl(request);
    }

    /** True once: when the state is the one that this attempt began with and has not come back before. */
    boolean claims(PendingLogin login, String state) {
        return Hashes.sameText(login.request().state(), state) && codes.useUp(Purpose.LOGIN_STATE, state);
    }

    /** Exchanges the provider's code and finds or makes the user. */
    SignedIn finish(PendingLogin login, Comeback back) {
        Provider provider = provider(login.provider());
        return accounts.signIn(provider, chosen(provider).exchange(login.request(), back));
    }

    /** A code with which a command-line client fetches its tokens within a minute. */
    String issueCliCode(SignedIn who) {
        return codes.issue(Purpose.COMMAND_LINE, Json.text(who));
    }

    /**
     * A code for the person to whom mail to this address surely goes; empty when that is nobody, or the mailbox has had as many
     * as it gets in an hour.
     */
    Optional<String> issueMagicCode(EmailAddress email) {
        return accounts.findByProvenEmail(email.text())
                .filter(who -> codes.takePlace(Purpose.MAGIC_LINK_MAIL, email.key(), MAGIC_LINKS_AN_HOUR))
                .map(who -> codes.issue(Purpose.MAGIC_LINK, Json.text(who)));
    }

    /** Whom a code of ours stands for; the code is used up whatever comes of it. */
    Optional<SignedIn> redeem(Purpose purpose, String code) {
        return codes.redeem(purpose, code).map(content -> Json.read(Json.parse(content), SignedIn.class));
    }

    private IdentityProvider chosen(Provider provider) {
        IdentityProvider found = providers.get(provider);
        if (found == null) {
            throw Failure.invalid("This service does not offer sign-in by " + provider.key() + ".");
        }
        return found;
    }
}
