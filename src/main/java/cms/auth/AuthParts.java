package cms.auth;

import cms.platform.limits.RateLimiter;
import cms.platform.mail.Mailer;
import cms.platform.net.WebClient;
import cms.platform.pictures.Pictures;
import java.time.InstantSource;

/** The services of the platform that sign-in uses: mail, rate limits, calls of providers, pictures and the clock. */
public record AuthParts(Mailer mailer, RateLimiter limiter, WebClient web, Pictures pictures, InstantSource clock) {}
