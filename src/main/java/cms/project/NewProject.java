package cms.project;

import cms.format.ContentPaths;
import cms.platform.failure.Failure;
import cms.platform.http.Body;
import cms.platform.json.VisibleName;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The body of {@code POST W/projects} (spec 4.6).
 *
 * @param contentRoot without slashes at its ends; empty for the repository itself
 */
record NewProject(String repoFullName, String name, Optional<String> defaultBranch, String contentRoot) {
    private static final int NAME_CHARS_MAX = 100;
    private static final int CONTENT_ROOT_CHARS_MAX = 300;
    private static final Pattern FULL_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]*/[A-Za-z0-9_][A-Za-z0-9._-]*");

    NewProject {
        if (!FULL_NAME.matcher(repoFullName).matches() || repoFullName.contains("..")) {
            throw Failure.invalid("`repoFullName` must look like owner/name.");
        }
    }

    static NewProject parse(Body body) {
        body.refuse("id", "workspace_id", "status", "created_at");
        return new NewProject(
                body.requiredText("repoFullName").strip(),
                VisibleName.parse("name", body.requiredText("name"), NAME_CHARS_MAX),
                body.text("defaultBranch").map(String::strip).filter(text -> !text.isEmpty()),
                contentRoot(body.text("contentRoot").orElse("")));
    }

    private static String contentRoot(String stated) {
        boolean isShort = stated.length() <= CONTENT_ROOT_CHARS_MAX;
        String plain = isShort ? stated.strip().replaceAll("^/+|/+$", "") : stated;
        boolean safe = isShort
                && Arrays.stream(plain.split("/", -1))
                        .allMatch(segment -> ContentPaths.mayHoldContent(segment) && !segment.equalsIgnoreCase(".cms"));
        if (!plain.isEmpty() && !safe) {
            throw Failure.invalid("`contentRoot` must be the plain path of the folder that holds .cms/.");
        }
        return plain;
    }
}
