package cms.auth;

/** A person whom a provider has just vouched for; a session can be opened for it. */
record SignedIn(String userId, Provider provider, String accountId) {}
