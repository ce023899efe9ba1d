package cms.delivery.serve;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The served projects that are in memory; a read never waits for a change. */
public final class ServedProjects {
    private final Map<String, ServedProject> byProject = new ConcurrentHashMap<>();
    private final Set<String> pendingReleases = ConcurrentHashMap.newKeySet();
    private final List<Consumer<ServedProject>> listeners = new CopyOnWriteArrayList<>();
    private final BackgroundCompression compression = new BackgroundCompression(this);

    /** The project in memory; null when it is unknown or has to be loaded first. */
    public @Nullable ServedProject find(String projectId) {
        return byProject.get(projectId);
    }

    /** All projects that are in memory at this moment. */
    public Collection<ServedProject> all() {
        return byProject.values();
    }

    /** Adds a served project unless another thread has added it. */
    public void putIfAbsent(ServedProject served) {
        byProject.putIfAbsent(served.projectId(), served);
    }

    /**
     * Notes that a project without a release has one that the store has not taken or given yet, so that its readers get
     * 503 instead of 404.
     */
    public void markReleasePending(String projectId) {
        pendingReleases.add(projectId);
    }

    /** Notes that no first release of the project is pending any more. */
    public void clearReleasePending(String projectId) {
        pendingReleases.remove(projectId);
    }

    boolean isReleasePending(String projectId) {
        return pendingReleases.contains(projectId);
    }

    /** Makes reads of releases cheap that have stayed for a moment; called regularly by one thread. */
    public void prepareReleases() {
        compression.run();
    }

    /**
     * Compresses the release that a project has just got, on another thread.
     *
     * @param brief whether the next release is on its way; called repeatedly
     */
    public void compress(String projectId, BooleanSupplier brief) {
        compression.begin(projectId, brief);
    }

    /** Calls a listener for each served project that has changed, on the thread that changed it; it must be quick. */
    public void onChange(Consumer<ServedProject> listener) {
        listeners.add(listener);
    }

    /** Changes a served project that is in memory. */
    public void change(String projectId, UnaryOperator<ServedProject> change) {
        ServedProject changed = byProject.computeIfPresent(projectId, (id, served) -> change.apply(served));
        if (changed != null) {
            listeners.forEach(listener -> listener.accept(changed));
        }
    }

    /** Takes a project out of memory; returns what was shown of it last, null where it was not there. */
    public @Nullable ServedProject remove(String projectId) {
        pendingReleases.remove(projectId);
        return byProject.remove(projectId);
    }
}
