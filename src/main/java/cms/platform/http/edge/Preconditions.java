package cms.platform.http.edge;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The preconditions of a request: the state that it expects of the changed resource (RFC 9110, 13.1). */
public final class Preconditions {
    private Preconditions() {}

    /**
     * The entity tags of all {@code If-Match} headers without their quotes, {@code *} for any; empty without a header.
     * A weak tag keeps its mark and so equals none, as strong comparison wants it.
     */
    public static Optional<Set<String>> ifMatch(List<String> headers) {
        return headers.isEmpty()
                ? Optional.empty()
                : Optional.of(headers.stream()
                        .flatMap(header -> Arrays.stream(header.split(",")))
                        .map(tag -> tag.strip().replace("\"", ""))
                        .filter(tag -> !tag.isEmpty())
                        .collect(Collectors.toUnmodifiableSet()));
    }
}
