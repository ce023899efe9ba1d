package cms.githost.remote.api;

import cms.platform.config.Secret;

/** An identity of this service at the host; each has rate limits of its own. */
public sealed interface Identity {
    /** The key under which the host counts its calls. */
    String lane();

    record App() implements Identity {
        @Override
        public String lane() {
            return "app";
        }
    }

    record Installed(long installationId) implements Identity {
        @Override
        public String lane() {
            return "installation " + installationId;
        }
    }

    record Person(String userId, Secret token) implements Identity {
        @Override
        public String lane() {
            return "person " + userId;
        }
    }
}
