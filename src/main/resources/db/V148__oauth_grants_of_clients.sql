-- Whether anybody has connected a client: asked before its description is fetched.
CREATE INDEX oauth_grants_client ON oauth_grants (client_id);
