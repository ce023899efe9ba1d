package cms.mcp.tools;

import cms.access.Capability;
import cms.mcp.apps.AppScope;
import cms.project.ProjectAccess;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The requirements of each tool for an app: a scope, and a right of the app's person. */
public final class ToolScopes {
    private ToolScopes() {}

    /** The scope that a tool needs; empty for names that need none. */
    public static Optional<AppScope> of(String tool) {
        return switch (tool) {
            case "cms_status", "cms_describe", "cms_describe_format" -> Optional.of(AppScope.PROJECT_METADATA);
            case "cms_content_list", "cms_validate", "cms_media_list", "cms_media_get" ->
                Optional.of(AppScope.CONTENT_READ);
            case "cms_content_save",
                    "cms_content_delete",
                    "cms_model_save",
                    "cms_model_delete",
                    "cms_media_ingest",
                    "cms_media_update",
                    "cms_media_delete" -> Optional.of(AppScope.CONTENT_WRITE);
            default -> Optional.empty();
        };
    }

    /** The tools that a person's app may call, in the order of the list. */
    public static List<String> allowed(Set<AppScope> scopes, ProjectAccess place) {
        return Tools.names().stream()
                .filter(tool -> of(tool).filter(scopes::contains).isPresent())
                .filter(tool -> place.rights().may(right(tool)))
                .toList();
    }

    private static Capability right(String tool) {
        return switch (tool) {
            case "cms_content_save" -> Capability.SAVE_CONTENT;
            case "cms_content_delete" -> Capability.DELETE_CONTENT;
            case "cms_model_save" -> Capability.SAVE_MODEL;
            case "cms_model_delete" -> Capability.DELETE_MODEL;
            case "cms_media_list", "cms_media_get" -> Capability.READ_MEDIA;
            case "cms_media_ingest" -> Capability.UPLOAD_MEDIA;
            case "cms_media_update" -> Capability.UPDATE_MEDIA;
            case "cms_media_delete" -> Capability.DELETE_MEDIA;
            case "cms_status", "cms_describe", "cms_describe_format", "cms_content_list", "cms_validate" ->
                Capability.READ_CONTENT;
            default -> throw new IllegalArgumentException("Which right " + tool + " needs is not said here");
        };
    }
}
