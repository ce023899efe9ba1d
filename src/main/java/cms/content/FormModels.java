package cms.content;

import cms.content.api.Finding;
import cms.content.check.EntryCheck;
import cms.content.check.FindingTarget;
import cms.content.check.Siblings;
import cms.content.snapshot.ModelContent;
import cms.content.snapshot.Snapshot;
import cms.format.ModelDefinition;
import cms.platform.json.Json;
import cms.project.Project;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lookups in the content that has landed, for public forms. They are not made for a user, so no rights are checked
 * here.
 */
public final class FormModels {
    private final Snapshots snapshots;

    FormModels(Snapshots snapshots) {
        this.snapshots = snapshots;
    }

    /** The newest content of a project; the object does not change when the content does. */
    public Newest newest(Project project) {
        return new Newest(snapshots.current(project));
    }

    /** The content of a project at one commit. */
    public static final class Newest {
        private final Snapshot snapshot;

        private Newest(Snapshot snapshot) {
            this.snapshot = snapshot;
        }

        public Collection<ModelDefinition> models() {
            return snapshot.models();
        }

        public Optional<ModelDefinition> find(String modelId) {
            return snapshot.find(modelId).map(ModelContent::model);
        }

        public String defaultLocale() {
            return snapshot.settings().defaultLocale();
        }

        public List<String> supportedLocales() {
            return snapshot.settings().supportedLocales();
        }

        /**
         * Validates values that are not stored yet.
         *
         * @param form the model as the form shows it: only its exposed fields, each required or not as the form says
         */
        public List<Finding> check(ModelDefinition form, String locale, String key, ObjectNode values) {
            ObjectNode stored = snapshot.find(form.id())
                    .flatMap(model -> model.in(locale).values())
                    .orElseGet(Json::object);
            return new EntryCheck(form).check(FindingTarget.entry(form.id(), locale, key), values, Siblings.of(stored));
        }

        /** Those of the keys under which the model has an entry in the locale. */
        public Set<String> present(String modelId, String locale, Collection<String> keys) {
            Set<String> known =
                    snapshot.find(modelId).map(model -> model.in(locale).keys()).orElseGet(Set::of);
            return keys.stream().filter(known::contains).collect(Collectors.toSet());
        }
    }
}
