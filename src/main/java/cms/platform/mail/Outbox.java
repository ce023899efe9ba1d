package cms.platform.mail;

import cms.platform.crypto.RandomTokens;
import cms.platform.crypto.Seal;
import cms.platform.db.Database;
import cms.platform.http.Answer;
import cms.platform.http.Request;
import cms.platform.http.Routes;
import cms.platform.http.Surface;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;

/**
 * The mailer of a service without a mail server that only this machine reaches: stores the newest mails and shows them
 * on a page. Their texts are sealed in the rows, because their links sign people in.
 */
public final class Outbox implements Mailer {
    private static final int MESSAGES_MAX = 200;

    private final Database database;
    private final InstantSource clock;
    private final OutboxStore store;
    private final RandomTokens random = new RandomTokens();

    public Outbox(Database database, Seal seal, InstantSource clock) {
        this.store = new OutboxStore(seal);
        this.database = database;
        this.clock = clock;
    }

    @Override
    public void send(Mail mail) {
        database.writing(tx -> {
            store.insert(tx, random.uuid(), new OutboxMessage(mail, clock.instant()));
            store.trim(tx, MESSAGES_MAX);
        });
    }

    @Override
    public void routes(Routes routes) {
        routes.on(Surface.LOOPBACK).get("/outbox", this::show);
    }

    private Answer show(Request request) {
        List<OutboxMessage> messages = database.read(tx -> store.newest(tx, MESSAGES_MAX));
        boolean wantsJson = request.header("Accept")
                .filter(accept -> accept.toLowerCase(Locale.ROOT).contains("application/json"))
                .isPresent();
        Answer answer = wantsJson ? OutboxPage.json(messages) : OutboxPage.html(messages);
        return answer.withHeader("Vary", "Accept");
    }
}
