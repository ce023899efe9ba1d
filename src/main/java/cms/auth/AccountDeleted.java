package cms.auth;

/** Announced in the transaction that deletes a user, before the user's rows are deleted. */
public record AccountDeleted(String userId) {}
