package cms.apikeys;

import cms.plan.Allowance;
import cms.platform.crypto.Hashes;
import cms.platform.crypto.RandomTokens;
import cms.platform.db.Database;
import cms.platform.db.Tx;
import cms.platform.events.Signals;
import cms.platform.failure.Failure;
import cms.platform.http.Request;
import cms.platform.jobs.Ticker;
import cms.platform.json.VisibleName;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Mints, lists, revokes and checks keys of every kind.
 *
 * <p>A check reads memory only. The times of last uses are collected and written every few seconds and at the stop,
 * never by the request itself.
 */
public final class ApiKeys implements AutoCloseable {
    private static final int SHOWN_CHARS = 16;
    private static final int NAME_CHARS_MAX = 100;
    private static final long FLUSH_EVERY_MILLIS = 5_000;

    private final Database database;
    private final Signals signals;
    private final RandomTokens random;
    private final InstantSource clock;
    private final ApiKeyStore store = new ApiKeyStore();
    private final KeyTable table = new KeyTable();
    private final Map<String, Long> flushedLastUse = new ConcurrentHashMap<>();
    private final Ticker ticker = Ticker.inTurn("key-use");

    /** Reads all active keys into memory, which signals of every instance keep up to date. */
    public ApiKeys(Database database, Signals signals, RandomTokens random, InstantSource clock) {
        this.database = database;
        this.signals = signals;
        this.random = random;
        this.clock = clock;
        signals.on(KeyAdded.class, added -> table.add(added.id(), KeyHash.ofHex(added.hash()), added.group()));
        signals.on(KeysRevoked.class, revoked -> revoked.hashes().forEach(hash -> table.remove(KeyHash.ofHex(hash))));
        signals.onGap(() -> {
            load();
            removeEnded();
        });
        load();
        ticker.every(FLUSH_EVERY_MILLIS, this::flush);
    }

    /**
     * Mints a key; it is valid once {@code tx} has been committed.
     *
     * @param allowance number of active keys of this kind that the project (MCP: the workspace) may have
     * @throws Failure INVALID without a name, FORBIDDEN when the plan grants no further key
     */
    public MintedKey mint(Tx tx, NewKey wanted, Allowance allowance) {
        String name = VisibleName.parse("name", wanted.name(), NAME_CHARS_MAX);
        KeyKind kind = wanted.kind();
        store.lockCount(
                tx, kind.stored() + ":" + (kind.countedPerWorkspace() ? wanted.workspaceId() : wanted.projectId()));
        if (!allowance.covers(store.countActive(tx, kind, wanted) + 1)) {
            throw Failure.forbidden("The plan grants no further key of this kind; revoke one or change the plan.");
        }
        String plainText = kind.prefix() + random.base62(kind.randomChars());
        ApiKey key = new ApiKey(
                random.uuid(),
                kind,
                wanted.workspaceId(),
                wanted.projectId(),
                name,
                plainText.substring(0, SHOWN_CHARS),
                wanted.scopes(),
                wanted.createdBy(),
                clock.instant(),
                null);
        String hash = Hashes.sha256Hex(plainText);
        store.insert(tx, key, hash);
        tx.concerns("api_keys", key.id());
        KeyGroup group = new KeyGroup(kind, key.workspaceId(), key.projectId(), key.scopes());
        signals.send(tx, KeyAdded.of(key.id(), hash, group));
        return new MintedKey(key, plainText);
    }

    /**
     * The key of a request for the project of its path; the request is counted for the key from now on.
     *
     * @param howToSend hint in the refusal of a request without a valid key
     * @throws Failure UNAUTHENTICATED without a valid key of this kind, FORBIDDEN with one of another project
     */
    public KnownKey require(KeyKind kind, Request request, String howToSend) {
        KnownKey key = check(kind, request.bearer().orElse(""));
        if (key == null) {
            throw Failure.unauthenticated(howToSend);
        }
        request.countForCaller(key.id());
        request.countForWorkspace(key.workspaceId());
        if (!key.projectId().equals(request.pathParameter("projectId"))) {
            throw Failure.forbidden("This key belongs to another project.");
        }
        return key;
    }

    /** The active keys of one kind, newest first. */
    public List<ApiKey> list(String projectId, KeyKind kind) {
        flush();
        return database.read(tx -> store.active(tx, projectId, kind));
    }

    /** The active keys of one kind in all projects of a workspace, newest first. */
    public List<ApiKey> listInWorkspace(String workspaceId, KeyKind kind) {
        flush();
        return database.read(tx -> store.activeInWorkspace(tx, workspaceId, kind));
    }

    /** Revokes a key at once; {@code NOT_FOUND} when the project has no such active key. */
    public void revoke(String projectId, KeyKind kind, String keyId) {
        database.writing(tx -> revoke(tx, projectId, kind, keyId));
    }

    /** As {@link #revoke(String, KeyKind, String)}, in a transaction of the caller. */
    public void revoke(Tx tx, String projectId, KeyKind kind, String keyId) {
        String hash = store.revoke(tx, projectId, kind, keyId, clock.millis())
                .orElseThrow(() -> Failure.notFound("There is no such key."));
        signals.send(tx, new KeysRevoked(List.of(hash)));
    }

    /** Revokes every key of a deleted project, of all kinds, and deletes their rows. */
    public void deleteOfProject(Tx tx, String workspaceId, String projectId) {
        List<String> hashes = store.deleteOfProject(tx, workspaceId, projectId);
        if (!hashes.isEmpty()) {
            signals.send(tx, new KeysRevoked(hashes));
        }
    }

    /**
     * The active key with this plain text; null when it is malformed, unknown, revoked or of another kind. Never
     * blocks, so that it can be called on the thread that reads the socket.
     */
    public @Nullable KnownKey check(KeyKind kind, String plainText) {
        if (plainText.length() > KeyHash.KEY_CHARS_MAX || !plainText.startsWith(kind.prefix())) {
            return null;
        }
        KnownKey key = table.find(KeyHash.of(plainText));
        return key != null && key.kind() == kind ? key : null;
    }

    /** Stores the collected times of last uses. */
    public void flush() {
        List<KnownKey> used = table.presentedKeys().stream()
                .filter(key -> key.lastUsedMillis() > flushedLastUse.getOrDefault(key.id(), 0L))
                .toList();
        if (used.isEmpty()) {
            return;
        }
        database.writing(tx -> used.forEach(key -> {
            long at = key.lastUsedMillis();
            store.used(tx, key.id(), at);
            tx.afterCommit(() -> flushedLastUse.put(key.id(), at));
        }));
    }

    @Override
    public void close() {
        ticker.close();
        flush();
    }

    private void load() {
        readActive(row -> table.add(row.id(), KeyHash.ofHex(row.hash()), row.group()));
    }

    /**
     * Removes keys that are not active any more. Their rows are read after those of {@link #load}: a key that was
     * revoked while these were read, and was not in the table yet, has been added by then.
     */
    private void removeEnded() {
        Set<KeyHash> ended = table.hashes();
        readActive(row -> ended.remove(KeyHash.ofHex(row.hash())));
        ended.forEach(table::remove);
    }

    private void readActive(Consumer<ApiKeyStore.Loaded> each) {
        database.read(tx -> {
            store.loadActive(tx, each);
            return true;
        });
    }
}
