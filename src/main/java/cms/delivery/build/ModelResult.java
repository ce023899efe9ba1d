package cms.delivery.build;

import java.util.List;
import java.util.Map;

/**
 * The files and errors of one model.
 *
 * @param bundled the artefacts that go into bundles, by locale, or under {@code data} for all of them
 */
record ModelResult(List<Artefact> artefacts, Map<String, Artefact> bundled, Until.Span span, List<FileError> errors) {
    ModelResult {
        artefacts = List.copyOf(artefacts);
        bundled = Map.copyOf(bundled);
        errors = List.copyOf(errors);
    }
}
