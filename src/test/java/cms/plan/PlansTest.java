package cms.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Compares the whole table with the rows of the documents, restated in two files that a person can read. */
class PlansTest {
    private final Plans plans = new Plans(Edition.ENTERPRISE);

    @Test
    void everyFeatureOfEveryPlanIsAsTheDocumentsSay() throws IOException {
        String ours = Arrays.stream(Feature.values())
                .map(feature -> row(
                        feature.key(),
                        mark(plans.allows(Plan.FREE, feature)),
                        mark(plans.allows(Plan.STARTER, feature)),
                        mark(plans.allows(Plan.PRO, feature)),
                        mark(plans.allows(Plan.ENTERPRISE, feature)),
                        mark(plans.allows(Plan.COMMUNITY, feature)),
                        mark(feature.needsEnterprisePart())))
                .sorted()
                .collect(Collectors.joining("\n"));
        assertThat(ours).isEqualTo(documented("features.txt"));
    }

    @Test
    void everyLimitOfEveryPlanIsAsTheDocumentsSay() throws IOException {
        String ours = Arrays.stream(Limit.values())
                .map(limit -> row(
                        limit.key(),
                        amount(Plan.FREE, limit),
                        amount(Plan.STARTER, limit),
                        amount(Plan.PRO, limit),
                        amount(Plan.ENTERPRISE, limit),
                        amount(Plan.COMMUNITY, limit),
                        limit.overage()
                                .map(overage -> overage.unitPrice().toPlainString())
                                .orElse("-"),
                        limit.overage().map(Overage::settingsKey).orElse("-")))
                .sorted()
                .collect(Collectors.joining("\n"));
        assertThat(ours).isEqualTo(documented("limits.txt"));
    }

    @Test
    void communityEditionPutsEveryWorkspaceOnTheCommunityPlan() {
        Plans community = new Plans(Edition.COMMUNITY);
        for (Plan stored : Plan.values()) {
            assertThat(community.effective(stored)).isEqualTo(Plan.COMMUNITY);
            for (Feature feature : Feature.values()) {
                assertThat(community.allows(stored, feature)).isEqualTo(!feature.needsEnterprisePart());
            }
            for (Limit limit : Limit.values()) {
                assertThat(community.amount(stored, limit)).isEqualTo(plans.amount(Plan.COMMUNITY, limit));
            }
        }
    }

    @Test
    void storedNamesOfEarlierPriceListsMeanPro() {
        assertThat(Plan.ofStored("business")).isEqualTo(Plan.PRO);
        assertThat(Plan.ofStored("team")).isEqualTo(Plan.PRO);
        for (Plan plan : Plan.values()) {
            assertThat(Plan.ofStored(plan.key())).isEqualTo(plan);
        }
    }

    @Test
    void anUnknownPlanNameGrantsNothingBeyondFree() {
        assertThat(Plan.ofStored("platinum")).isEqualTo(Plan.FREE);
        assertThat(Plan.ofStored("PRO")).isEqualTo(Plan.FREE);
        assertThat(Plan.ofStored("")).isEqualTo(Plan.FREE);
    }

    @Test
    void anAllowanceCoversExactlyItsAmount() {
        assertThat(Allowance.atMost(3).covers(3)).isTrue();
        assertThat(Allowance.atMost(3).covers(4)).isFalse();
        assertThat(Allowance.atMost(0).covers(1)).isFalse();
        assertThat(Allowance.unlimited().covers(Long.MAX_VALUE)).isTrue();
        assertThatThrownBy(() -> Allowance.atMost(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void answersWriteAnUnlimitedAllowanceAsMinusOne() {
        assertThat(Allowance.unlimited().inAnswers()).isEqualTo(-1);
        assertThat(Allowance.atMost(150).inAnswers()).isEqualTo(150);
    }

    private String amount(Plan plan, Limit limit) {
        return switch (plans.amount(plan, limit)) {
            case Allowance.Unlimited() -> "*";
            case Allowance.AtMost(long amount) -> Long.toString(amount);
        };
    }

    private static String mark(boolean is) {
        return is ? "x" : "-";
    }

    private static String row(String... cells) {
        return String.join(" ", cells);
    }

    private static String documented(String file) throws IOException {
        try (InputStream in = PlansTest.class.getResourceAsStream(file)) {
            assertThat(in).as(file).isNotNull();
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            return lines.stream()
                    .skip(2)
                    .map(line -> line.strip().replaceAll(" +", " "))
                    .sorted()
                    .collect(Collectors.joining("\n"));
        }
    }
}
