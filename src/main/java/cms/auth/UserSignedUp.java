package cms.auth;

/** Announced in the transaction that makes a user. */
public record UserSignedUp(String userId, String name) {}
