package cms.auth;

import cms.platform.limits.RateLimiter;
import cms.platform.mail.Mailer;
import cms.platform.net.WebClient;
import cms.platform.pictures.Pictures;
import java.time.InstantSource;

/** What this room uses from outside: who carries mail, counts requests, calls providers and decodes pictures; the time. */
public record AuthParts(Mailer mailer, RateLimiter limiter, WebClient web, Pictures pictures, InstantSource clock) {}
