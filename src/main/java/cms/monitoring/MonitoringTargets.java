package cms.monitoring;

import cms.platform.db.Database;
import cms.platform.jobs.Jobs;
import cms.platform.mail.Mailer;
import cms.platform.net.WebClient;
import cms.platform.objects.Objects;
import cms.platform.pictures.Pictures;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.time.InstantSource;

/**
 * The parts of an instance that are watched. One noun because a part is watched by being listed here.
 *
 * @param data the data folder
 * @param repositories the folder of repositories in it
 * @param builtInHost whether every repository of the rows has to be in the data folder
 * @param net for URLs of the settings
 */
public record MonitoringTargets(
        Database database,
        Jobs jobs,
        Objects objects,
        Mailer mailer,
        WebClient net,
        PrometheusMeterRegistry metrics,
        Path data,
        Path repositories,
        boolean builtInHost,
        Pictures pictures,
        InstantSource clock) {}
