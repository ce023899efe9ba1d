package cms.githost.remote.api;

import cms.platform.config.Secret;

/** As whom the host is asked; each has limits of its own there. */
public sealed interface Identity {
    /** What the host counts calls by. */
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
