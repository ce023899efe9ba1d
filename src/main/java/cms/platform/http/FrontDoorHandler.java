package cms.platform.http;

import java.util.List;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;

/** The root of the server: front doors on the selector thread, everything else on a virtual thread each. */
final class FrontDoorHandler extends Handler.Wrapper {
    private final List<FrontDoor> doors;
    private final Requests open;

    FrontDoorHandler(List<FrontDoor> doors, Requests open) {
        super(true);
        this.doors = doors;
        this.open = open;
    }

    @Override
    public Invocable.InvocationType getInvocationType() {
        return Invocable.InvocationType.NON_BLOCKING;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        for (FrontDoor door : doors) {
            if (door.answer(request, response, callback)) {
                return true;
            }
        }
        open.begin();
        Callback counted = Callback.from(callback, open::end);
        Thread.ofVirtual().name("request").start(() -> handOver(request, response, counted));
        return true;
    }

    private void handOver(Request request, Response response, Callback callback) {
        try {
            if (!super.handle(request, response, callback)) {
                Response.writeError(request, response, callback, 404);
            }
        } catch (Throwable failed) {
            Response.writeError(request, response, callback, failed);
        }
    }
}
