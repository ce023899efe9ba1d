@NullMarked
package cms.githost.remote.api;

import org.jspecify.annotations.NullMarked;
