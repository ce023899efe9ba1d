package cms.platform.http.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.http.edge.Admission;
import cms.platform.json.Json;
import cms.platform.json.ValueBudget;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shown to fail where there is one sum for all: seventeen connections without an account then refused every body. */
class SharesTest {
    private static final long ALL = 6_400;
    private final Shares shares = new Shares(ALL);

    @Test
    void anAddressThatSaysNothingHasASixtyFourth() {
        shares.of("10.0.0.1").take(100);
        assertRefused(shares.of("10.0.0.1"), 1);
        shares.of("10.0.0.2").take(100);
    }

    @Test
    void allWhoSayNothingLeaveTheRestToOthers() {
        for (int address = 0; address < 8; address++) {
            shares.of("10.0.0." + address).take(100);
        }
        assertRefused(shares.of("10.0.1.1"), 1);
        caller("10.0.0.1", "ada").take(1_600);
    }

    @Test
    void aCallerHasAQuarterAndAWorkspaceHalf() {
        Shares.Share ada = caller("10.0.0.1", "ada");
        ada.countForWorkspace("w");
        ada.take(1_600);
        assertRefused(caller("10.0.0.2", "ada"), 1);
        Shares.Share bo = caller("10.0.0.3", "bo");
        bo.countForWorkspace("w");
        bo.take(1_600);
        Shares.Share cy = caller("10.0.0.4", "cy");
        cy.countForWorkspace("w");
        assertRefused(cy, 1);
        caller("10.0.0.4", "cy").take(1_600);
    }

    /** Shown to fail where both count for the address alike: who uploads much kept their neighbours from signing in. */
    @Test
    void whatTheKnownHoldIsNotTakenFromTheUnknownOfTheirAddress() {
        Shares.Share ada = shares.of("10.0.0.1");
        ada.take(100);
        ada.countForCaller("ada");
        ada.take(1_500);
        shares.of("10.0.0.1").take(100);
        assertRefused(shares.of("10.0.0.1"), 1);
    }

    @Test
    void whatIsGivenBackIsThereAgainForEverybody() {
        List<Shares.Share> all = new ArrayList<>();
        for (int times = 0; times < 100; times++) {
            for (String person : List.of("ada", "bo", "cy", "dee")) {
                Shares.Share share = shares.of("10.0.0.1" + person);
                share.take(10);
                share.countForCaller(person);
                share.take(1_590);
                share.countForWorkspace(person);
                all.add(share);
            }
            assertRefused(caller("10.0.0.9", "nobody"), 1);
            all.forEach(Shares.Share::close);
            all.clear();
        }
    }

    /** Shown to fail where a text counts with its length alone: a fortieth of what its values take. */
    @Test
    void theValuesOfATextAreChargedWhileItIsRead() {
        Shares large = new Shares(4 * 50_000_000);
        byte[] text = ("[" + ("{\"a\":".repeat(90) + "1" + "}".repeat(90) + ",").repeat(2_000) + "0]")
                .getBytes(StandardCharsets.US_ASCII);
        Shares.Share first = large.of("10.0.0.1");
        first.countForCaller("ada");
        Json.sent(text, ValueBudget.of(Json.SENT_VALUES_MAX, first::take));
        Shares.Share second = large.of("10.0.0.1");
        second.countForCaller("ada");
        assertThatThrownBy(() -> Json.sent(text, ValueBudget.of(Json.SENT_VALUES_MAX, second::take)))
                .isInstanceOf(Failure.class)
                .hasMessage(Admission.SENTENCE);
        Shares.Share other = large.of("10.0.0.1");
        other.countForCaller("bo");
        Json.sent(text, ValueBudget.of(Json.SENT_VALUES_MAX, other::take));
    }

    @Test
    void whatACallerCouldNeverHoldIsKnownBefore() {
        Shares.Share ada = caller("10.0.0.1", "ada");
        caller("10.0.0.2", "ada").take(1_000);
        assertThat(ada.mayEverHold(1_600)).isTrue();
        assertThat(ada.mayEverHold(1_601)).isFalse();
    }

    private Shares.Share caller(String address, String id) {
        Shares.Share share = shares.of(address);
        share.countForCaller(id);
        return share;
    }

    private static void assertRefused(Shares.Share share, long bytes) {
        assertThatThrownBy(() -> share.take(bytes)).isInstanceOf(Failure.class).hasMessage(Admission.SENTENCE);
        share.close();
    }
}
