package cms.delivery.serve;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The outlets that are in memory; a read never waits for a change. */
public final class Outlets {
    private final Map<String, Outlet> byProject = new ConcurrentHashMap<>();
    private final List<Consumer<Outlet>> listeners = new CopyOnWriteArrayList<>();
    private final Settling settling = new Settling(this);

    /** Null when the project is unknown here or has to be loaded first. */
    public @Nullable Outlet find(String projectId) {
        return byProject.get(projectId);
    }

    /** All that are in memory at this moment. */
    public Collection<Outlet> all() {
        return byProject.values();
    }

    /** Adds an outlet unless somebody else was faster. */
    public void putIfAbsent(Outlet outlet) {
        byProject.putIfAbsent(outlet.projectId(), outlet);
    }

    /** Makes reads of releases cheap that have stayed for a moment; called now and then by one thread. */
    public void settle() {
        settling.look();
    }

    /**
     * Compresses the release that a project has got right now, beside the caller.
     *
     * @param brief whether the next release is on its way; asked again and again
     */
    public void compress(String projectId, BooleanSupplier brief) {
        settling.begin(projectId, brief);
    }

    /** Whoever wants to hear of each outlet that has changed; what it does must not take long. */
    public void onChange(Consumer<Outlet> listener) {
        listeners.add(listener);
    }

    /** Changes an outlet that is in memory. */
    public void change(String projectId, UnaryOperator<Outlet> change) {
        Outlet changed = byProject.computeIfPresent(projectId, (id, outlet) -> change.apply(outlet));
        if (changed != null) {
            listeners.forEach(listener -> listener.accept(changed));
        }
    }

    public void remove(String projectId) {
        byProject.remove(projectId);
    }
}
