/**
 * The interface of hosts of repositories, implemented by the built-in host and a remote one.
 *
 * <p>Owns its records: installation, repository, state, transport, pull request. How a host is asked, and what happens
 * inside a repository, are deliberately not here.
 */
@NullMarked
package cms.githost.provider;

import org.jspecify.annotations.NullMarked;
