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
import cms.platform.limits.Limits;
import cms.platform.limits.Networks;
import cms.platform.mail.EmailAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The steps of a sign-in: the redirect to a provider, the exchange of its code, and a code of this service for a
 * command line.
 */
final class SignIns {
    private static final Logger LOG = LoggerFactory.getLogger(SignIns.class);
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

    /** @throws Failure INVALID for an unknown name, and for a provider that is not configured */
    Provider provider(String key) {
        return Provider.find(key)
                .filter(providers::containsKey)
                .orElseThrow(() ->
                        Failure.invalid("`provider` must be one that this service offers: git_host or web_identity."));
    }

    String authorizeUrl(Provider provider, SignInAttempt request) {
        return chosen(provider).authorizeUrl(request);
    }

    /** Whether the state is the one of this attempt and has not been used before; it is used up by this call. */
    boolean claims(PendingLogin login, String state) {
        return Hashes.sameText(login.request().state(), state) && codes.useUp(Purpose.LOGIN_STATE, state);
    }

    /** Exchanges the provider's code and finds or makes the user. */
    SignedIn finish(PendingLogin login, Comeback back) {
        Provider provider = provider(login.provider());
        return accounts.signIn(provider, chosen(provider).exchange(login.request(), back));
    }

    /** A code that a command-line client exchanges for its tokens within a minute. */
    String issueCliCode(SignedIn who) {
        return codes.issue(Purpose.COMMAND_LINE, Json.text(who));
    }

    /**
     * A code for the person with this proven address; empty when there is none, or the mailbox has got its links of the
     * hour, or the network of who asks has caused those of the minute. Both are counted in rows, as a restart forgets
     * no row; strangers cannot make more of them than there are places of mailboxes.
     *
     * @param asker the network address of who asks
     */
    Optional<MagicCode> issueMagicCode(EmailAddress email, String asker) {
        return accounts.findByProvenEmail(email.text())
                .flatMap(who -> takePlace(email, asker)
                        .map(place -> new MagicCode(codes.issue(Purpose.MAGIC_LINK, Json.text(who)), place)));
    }

    /**
     * Makes a code invalid that was certainly not mailed, and gives the mailbox's place back. That of the network stays
     * taken, which bounds what one network makes the service try.
     */
    void takeBack(MagicCode magic) {
        codes.redeem(Purpose.MAGIC_LINK, magic.code());
        codes.giveBack(magic.place());
    }

    /**
     * A code of a sign-in link.
     *
     * @param place of the mailbox, among those of the hour
     */
    record MagicCode(String code, String place) {}

    /**
     * The mailbox's place comes first, which bounds the rows of networks; it is given back where the network has none.
     */
    private Optional<String> takePlace(EmailAddress email, String asker) {
        Optional<String> ofMailbox = codes.takePlace(Purpose.MAGIC_LINK_MAIL, email.key(), MAGIC_LINKS_AN_HOUR);
        if (ofMailbox.isEmpty()) {
            return Optional.empty();
        }
        int places = Limits.MAGIC_LINK.rate().count();
        boolean taken = codes.takePlace(Purpose.MAGIC_LINK_NETWORK, Networks.of(asker), places)
                .isPresent();
        if (!taken) {
            codes.giveBack(ofMailbox.get());
            LOG.warn("a sign-in link was not mailed, its network has caused those of the minute");
        }
        return taken ? ofMailbox : Optional.empty();
    }

    /** The person of a code of this service, which is used up in any case; empty for an invalid one. */
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
