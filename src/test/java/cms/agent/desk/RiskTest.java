package cms.agent.desk;

import static org.assertj.core.api.Assertions.assertThat;

import cms.agent.tools.Toolbox;
import java.time.InstantSource;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RiskTest {
    /** They make something that was not there, or change words that a revert brings back; nobody is asked first. */
    private static final Set<String> NEVER_ASK =
            Set.of("copy_locale", "vocabulary", "update_media", "init_project", "add_locale");

    @Test
    void everyToolThatWritesAsksFirstOrIsNamedAsOneThatNeverDoes() {
        Set<String> writing = new Toolbox(InstantSource.system())
                .all().stream().filter(Tool::writes).map(Tool::name).collect(Collectors.toCollection(TreeSet::new));
        Set<String> decided = new TreeSet<>(Risk.asking());
        decided.addAll(NEVER_ASK);
        assertThat(decided).isEqualTo(writing);
        assertThat(Risk.asking()).doesNotContainAnyElementsOf(NEVER_ASK);
    }
}
