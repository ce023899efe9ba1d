package cms.auth;

import cms.platform.limits.RateLimiter;
import cms.platform.mail.Mailer;
import java.time.InstantSource;

/** The world outside of this room: who carries mail, who counts requests, what time it is. */
public record Outside(Mailer mailer, RateLimiter limiter, InstantSource clock) {}
