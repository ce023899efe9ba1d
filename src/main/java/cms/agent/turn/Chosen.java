package cms.agent.turn;

import cms.agent.model.CatalogModel;
import cms.agent.model.ModelTarget;

/**
 * The model that answers.
 *
 * @param isOwnKey whether the person's own key pays
 */
public record Chosen(ModelTarget target, CatalogModel model, boolean isOwnKey) {
    String keySource() {
        return isOwnKey ? "own" : "hosted";
    }
}
