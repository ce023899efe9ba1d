package cms.workspace;

/** Announced in the transaction in which an invited person comes in. */
record InvitationAccepted(String workspaceId, String memberId, String userId) {}
