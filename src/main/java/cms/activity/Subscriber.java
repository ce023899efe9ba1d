package cms.activity;

import cms.auth.Caller;
import cms.platform.live.LiveStream;
import cms.project.AllowedModels;
import java.util.function.BooleanSupplier;

/**
 * One open stream and whose it is.
 *
 * @param session whether the session that opened it still lives
 */
record Subscriber(LiveStream stream, Caller caller, BooleanSupplier session, Rights rights) {
    /** What the person may see now; looked up again when memberships change and now and then. */
    static final class Rights {
        private volatile AllowedModels models;

        Rights(AllowedModels models) {
            this.models = models;
        }

        AllowedModels models() {
            return models;
        }

        void change(AllowedModels now) {
            models = now;
        }
    }
}
