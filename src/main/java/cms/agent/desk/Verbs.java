package cms.agent.desk;

import cms.content.Contents;
import cms.forms.Forms;
import cms.media.Media;
import cms.platform.compute.Compute;
import cms.review.Changes;
import java.util.Optional;

/**
 * The rooms whose verbs tools call.
 *
 * @param media empty where the service keeps none
 * @param compute where reading tools compute
 */
public record Verbs(Contents contents, Changes changes, Forms forms, Optional<Media> media, Compute compute) {}
