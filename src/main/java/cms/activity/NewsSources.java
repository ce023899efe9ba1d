package cms.activity;

import cms.content.Snapshots;
import cms.delivery.Delivery;
import cms.media.MediaFiles;
import cms.review.Changes;

/** The rooms whose events the streams send. */
public record NewsSources(Changes changes, Snapshots snapshots, Delivery delivery, MediaFiles assets) {}
