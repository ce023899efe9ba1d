package cms.review.submit;

import cms.review.branch.BranchNames;
import java.util.List;

/** The part of a branch name that says what the change is about: {@code cr/<pieces>/<unix>-<suffix>} (reference 2.6). */
public record BranchTopic(List<String> pieces) {
    public BranchTopic {
        pieces = List.copyOf(pieces);
    }

    /** {@code cr/content/<model>/<locale>/...}. */
    public static BranchTopic content(String modelId, String locale) {
        return new BranchTopic(List.of("content", BranchNames.ofModel(modelId), locale));
    }

    /** {@code cr/content/<model>/...}: copies between locales and remote tools. */
    public static BranchTopic content(String modelId) {
        return new BranchTopic(List.of("content", BranchNames.ofModel(modelId)));
    }

    /** {@code cr/model/<model>/...}. */
    public static BranchTopic model(String modelId) {
        return new BranchTopic(List.of("model", BranchNames.ofModel(modelId)));
    }

    /** {@code cr/content/config/...}. */
    public static BranchTopic config() {
        return new BranchTopic(List.of("content", "config"));
    }

    /** {@code cr/content/vocabulary/...}. */
    public static BranchTopic vocabulary() {
        return new BranchTopic(List.of("content", "vocabulary"));
    }

    /** {@code cr/new/init/...}. */
    public static BranchTopic init() {
        return new BranchTopic(List.of("new", "init"));
    }
}
