package cms.auth;

/** Announced in the transaction that deletes a user, before the user's rows go. */
public record AccountDeleted(String userId, String email) {}
