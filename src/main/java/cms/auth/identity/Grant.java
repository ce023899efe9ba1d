package cms.auth.identity;

/** The sign-in that a code of the built-in page stands for. */
record Grant(String provider, String redirectUri, String challenge, String email, String name) {}
