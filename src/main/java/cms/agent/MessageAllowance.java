package cms.agent;

import cms.plan.Allowance;
import cms.usage.Meter;
import cms.workspace.Workspace;
import java.util.Optional;

/** The number of messages that a workspace may still send in this month. */
final class MessageAllowance {
    private final AgentParts parts;
    private final ModelChoice choice;

    MessageAllowance(AgentParts parts, ModelChoice choice) {
        this.parts = parts;
        this.choice = choice;
    }

    /** Empty for any number: in the community edition, and in plans without a limit. */
    Optional<Long> remaining(Workspace workspace) {
        if (choice.isFree()) {
            return Optional.empty();
        }
        return parts.instance().database().read(tx -> switch (parts.usage()
                .allowance(tx, workspace.id(), Meter.AI_MESSAGES)) {
            case Allowance.Unlimited() -> Optional.<Long>empty();
            case Allowance.AtMost(long amount) ->
                Optional.of(Math.max(0, amount - parts.usage().used(tx, workspace.id(), Meter.AI_MESSAGES)));
        });
    }
}
