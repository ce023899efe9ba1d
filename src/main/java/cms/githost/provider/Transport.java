package cms.githost.provider;

import cms.platform.config.Secret;
import java.net.URI;

/**
 * The address of a repository for Git: smart HTTP with Basic authentication.
 *
 * @param url without a user name; made from the settings and the repository's name
 * @param token the password; a short-lived one of the installation
 */
public record Transport(String fullName, URI url, String user, Secret token) {}
