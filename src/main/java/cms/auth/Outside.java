package cms.auth;

import cms.platform.limits.RateLimiter;
import cms.platform.mail.Mailer;
import cms.platform.net.WebClient;
import java.time.InstantSource;

/** The world outside of this room: who carries mail, who counts requests, how providers are called, the time. */
public record Outside(Mailer mailer, RateLimiter limiter, WebClient web, InstantSource clock) {}
