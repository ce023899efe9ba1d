package cms.delivery.serve;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The outlets that are in memory; a read never waits for a change. */
public final class Outlets {
    private final Map<String, Outlet> byProject = new ConcurrentHashMap<>();
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

    /** Changes an outlet that is in memory. */
    public void change(String projectId, UnaryOperator<Outlet> change) {
        byProject.computeIfPresent(projectId, (id, outlet) -> change.apply(outlet));
    }

    public void remove(String projectId) {
        byProject.remove(projectId);
    }
}
