package cms.activity;

import cms.content.Snapshots;
import cms.delivery.Delivery;
import cms.media.MediaFiles;
import cms.platform.compute.Compute;
import cms.platform.events.Signals;
import cms.review.Changes;

/**
 * The rooms whose events the streams send.
 *
 * @param signals what has happened at other instances
 * @param compute where it is found what listeners with a list of models may hear
 */
public record NewsSources(
        Changes changes, Snapshots snapshots, Delivery delivery, MediaFiles assets, Signals signals, Compute compute) {}
