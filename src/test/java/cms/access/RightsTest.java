package cms.access;

import static cms.access.WorkspaceRole.ADMIN;
import static cms.access.WorkspaceRole.MEMBER;
import static cms.access.WorkspaceRole.OWNER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cms.platform.failure.Failure;
import cms.platform.failure.FailureKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the table role by capability with the one in {@code capabilities.txt}. */
class RightsTest {
    private static final Rights ADA_OWNER = Rights.inProject(OWNER, null);
    private static final Rights ALF_ADMIN = Rights.inProject(ADMIN, null);
    private static final Rights MEG_MEMBER = Rights.inProject(MEMBER, null);
    private static final Rights BO_EDITOR = Rights.inProject(MEMBER, ProjectRole.EDITOR);
    private static final Rights CY_REVIEWER = Rights.inProject(MEMBER, ProjectRole.REVIEWER);
    private static final Rights DEE_VIEWER = Rights.inProject(MEMBER, ProjectRole.VIEWER);

    @Test
    void theWholeTableIsAsWritten() throws IOException {
        String ours = Arrays.stream(Capability.values())
                .map(capability -> Stream.of(
                                ADA_OWNER,
                                ALF_ADMIN,
                                MEG_MEMBER,
                                BO_EDITOR,
                                CY_REVIEWER,
                                DEE_VIEWER,
                                Rights.ofKey(KeyRole.VIEWER),
                                Rights.ofKey(KeyRole.EDITOR),
                                Rights.ofKey(KeyRole.ADMIN))
                        .map(rights -> rights.may(capability) ? "x" : "-")
                        .collect(Collectors.joining(" ", capability.key() + " ", "")))
                .collect(Collectors.joining("\n"));
        assertThat(ours)
                .isEqualTo(rows("capabilities.txt", 4).stream()
                        .map(cells -> String.join(" ", cells))
                        .collect(Collectors.joining("\n")));
    }

    @Test
    void everyToolNeedsWhatTheRoleTableSays() throws IOException {
        for (List<String> row : rows("tools.txt", 1)) {
            Capability capability = Capability.valueOf(row.get(2).toUpperCase(Locale.ROOT));
            String holders = Stream.of(
                            DEE_VIEWER.may(capability) ? "viewer" : "",
                            BO_EDITOR.may(capability) ? "editor" : "",
                            CY_REVIEWER.may(capability) ? "reviewer" : "",
                            ALF_ADMIN.may(capability) ? "admin" : "",
                            ADA_OWNER.may(capability) ? "owner" : "")
                    .filter(name -> !name.isEmpty())
                    .collect(Collectors.joining(" "));
            String expected = switch (row.get(1)) {
                case "viewer" -> "viewer editor reviewer admin owner";
                case "editor" -> "editor admin owner";
                case "reviewer" -> "reviewer admin owner";
                default -> "admin owner";
            };
            assertThat(holders).as(row.get(0)).isEqualTo(expected);
        }
    }

    @Test
    void outsideOfProjectsNobodyHoldsAProjectRight() {
        for (WorkspaceRole role : WorkspaceRole.values()) {
            assertThat(Rights.inWorkspace(role).all()).noneMatch(Capability::isInProject);
            assertThat(Rights.inProject(role, null).all())
                    .containsAll(Rights.inWorkspace(role).all());
        }
    }

    @Test
    void aProjectRoleNeverTakesARightFromAnAdmin() {
        for (ProjectRole role : ProjectRole.values()) {
            assertThat(Rights.inProject(ADMIN, role).all()).isEqualTo(ALF_ADMIN.all());
        }
    }

    @Test
    void aConversationKeyNeverManagesPeopleKeysOrSettings() {
        assertThat(Rights.ofKey(KeyRole.VIEWER).all())
                .isSubsetOf(DEE_VIEWER.all())
                .allMatch(Capability::isInProject);
        assertThat(Rights.ofKey(KeyRole.EDITOR).all())
                .isSubsetOf(BO_EDITOR.all())
                .contains(Capability.SAVE_CONTENT)
                .doesNotContain(Capability.MERGE_BRANCH);
        assertThat(Rights.ofKey(KeyRole.ADMIN).all())
                .contains(Capability.SAVE_MODEL, Capability.MERGE_BRANCH)
                .allMatch(Capability::isInProject)
                .noneMatch(capability -> capability.key().matches("manage_.*|delete_project|configure_delivery"));
    }

    @Test
    void aRefusalNamesWhatIsNotAllowed() {
        assertThatThrownBy(() -> DEE_VIEWER.require(Capability.MERGE_BRANCH))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.kind()).isEqualTo(FailureKind.FORBIDDEN))
                .hasMessage("Your role does not allow you to merge branches.");
        CY_REVIEWER.require(Capability.MERGE_BRANCH);
    }

    @Test
    void rolesAreReadByTheirExactNames() {
        assertThat(WorkspaceRole.find("owner")).contains(OWNER);
        assertThat(WorkspaceRole.find("Owner")).isEmpty();
        assertThat(ProjectRole.find("reviewer")).contains(ProjectRole.REVIEWER);
        assertThat(ProjectRole.find("admin")).isEmpty();
        assertThat(KeyRole.find("admin")).contains(KeyRole.ADMIN);
        assertThat(KeyRole.find("reviewer")).isEmpty();
    }

    private static List<List<String>> rows(String file, int heading) throws IOException {
        try (InputStream in = RightsTest.class.getResourceAsStream(file)) {
            assertThat(in).as(file).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(heading)
                    .map(line -> List.of(line.strip().split(" +")))
                    .toList();
        }
    }
}
