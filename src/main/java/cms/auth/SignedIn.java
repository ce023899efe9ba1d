package cms.auth;

/** A person whom a provider has just confirmed, and for whom a session can be opened. */
record SignedIn(String userId, Provider provider, String accountId) {}
