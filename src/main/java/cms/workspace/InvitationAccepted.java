package cms.workspace;

/** Announced in the transaction that makes an invited person a member. */
record InvitationAccepted(String workspaceId, String memberId, String userId) {}
