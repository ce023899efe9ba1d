package cms.agent.turn;

import cms.agent.model.CatalogModel;
import cms.agent.model.ModelTarget;

/**
 * The model that answers.
 *
 * @param small the smallest model of the same server, for text that no person reads
 * @param isOwnKey whether the person's own key pays
 */
public record ChosenModel(ModelTarget target, CatalogModel model, CatalogModel small, boolean isOwnKey) {
    String keySource() {
        return isOwnKey ? "own" : "hosted";
    }
}
