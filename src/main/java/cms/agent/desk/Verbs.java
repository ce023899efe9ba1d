package cms.agent.desk;

import cms.content.Contents;
import cms.forms.Forms;
import cms.media.Media;
import cms.platform.compute.Compute;
import cms.review.Changes;
import java.util.Optional;

/**
 * The services that tools call.
 *
 * @param media empty where the installation has no media
 * @param compute runs the computations of reading tools
 */
public record Verbs(Contents contents, Changes changes, Forms forms, Optional<Media> media, Compute compute) {}
