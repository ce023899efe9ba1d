package cms.delivery.build;

import java.util.List;
import java.util.Map;

/**
 * The files and errors of one model.
 *
 * @param bundled the artefacts that go into bundles, by locale, or under {@code data} for all of them
 * @param itemBytes bytes of the items of indexes that stay in memory for the next build
 */
record ModelResult(
        List<Artefact> artefacts,
        Map<String, Artefact> bundled,
        Until.Span span,
        List<FileError> errors,
        long itemBytes) {
    ModelResult {
        artefacts = List.copyOf(artefacts);
        bundled = Map.copyOf(bundled);
        errors = List.copyOf(errors);
    }
}
