package cms.platform.door;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.FillInterest;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP connection that looks at the bytes between two requests first: a plain GET for a front door is answered
 * directly; all other bytes are passed, unchanged, to the server's own parser.
 */
final class PlainConnection extends HttpConnection implements FirstLook {
    private static final ThreadLocal<AnswerBuffers> TOOLS = ThreadLocal.withInitial(AnswerBuffers::new);

    private final SecondLook network;
    private final List<Entrance> entrances;
    private final Optional<HeaderLines> onEveryAnswer;
    private final AtomicLong read = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final FillInterest interest;
    private final ReentrantLock filling = new ReentrantLock();
    private final @Nullable String address;
    private volatile boolean sending;
    private @Nullable RequestHandler handler; // made before the constructor of this class begins

    /** @param network the same end of the connection as {@code endPoint} */
    PlainConnection(
            HttpConfiguration http,
            Connector connector,
            AbstractEndPoint endPoint,
            SecondLook network,
            List<Entrance> entrances,
            Optional<HeaderLines> onEveryAnswer) {
        super(http, connector, endPoint);
        this.network = network;
        this.interest = endPoint.getFillInterest();
        this.entrances = entrances;
        this.onEveryAnswer = onEveryAnswer;
        this.address = ServerExchange.numbers(endPoint.getRemoteSocketAddress());
    }

    /** A front door and the prefix of its paths in ASCII. */
    record Entrance(FrontDoor door, byte[] prefix) {
        static Entrance of(FrontDoor door) {
            return new Entrance(door, door.prefix().getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** The buffers of one thread for the answer to one request. */
    private static final class AnswerBuffers {
        /** Size of the buffer; less than the server reads at once, so that it takes everything that is put back. */
        private static final int RECEIVED_MAX = 4 * 1_024;

        private final ByteBuffer received = BufferUtil.allocateDirect(RECEIVED_MAX);
        private final PlainHead head = new PlainHead(RECEIVED_MAX);
        private final PlainReply reply = new PlainReply();
        private byte[] date = {};
        private @Nullable HttpField dateField;

        /** The {@code Date} line in bytes, encoded again when the field is a new object, which it is every second. */
        byte[] date(HttpField now) {
            if (now != dateField) {
                date = (now.getName() + ": " + now.getValue() + "\r\n").getBytes(StandardCharsets.US_ASCII);
                dateField = now;
            }
            return date;
        }
    }

    @Override
    protected RequestHandler newRequestHandler() {
        RequestHandler made = new HeadAndBody();
        handler = made;
        return made;
    }

    /** Reports what is malformed in a body as its early end: a body that is cut after a CR would count as complete. */
    private final class HeadAndBody extends RequestHandler {
        private boolean inBody;

        @Override
        public void messageBegin() {
            inBody = false;
            super.messageBegin();
        }

        @Override
        public boolean headerComplete() {
            boolean handle = super.headerComplete();
            inBody = true;
            return handle;
        }

        @Override
        public boolean messageComplete() {
            inBody = false;
            return super.messageComplete();
        }

        @Override
        public void badMessage(HttpException failure) {
            if (inBody) {
                earlyEOF();
            } else {
                super.badMessage(failure);
            }
        }
    }

    /**
     * Reads no rest of a body while its timed out read is still registered: where the client disconnects just then,
     * that read would run within this one, and both would give the same buffer back. Such a connection is closed
     * anyway.
     */
    @Override
    protected HttpStreamOverHTTP1 newHttpStream(String method, String uri, HttpVersion version) {
        return new HttpStreamOverHTTP1(method, uri, version) {
            @Override
            public @Nullable Throwable consumeAvailable() {
                if (isFillInterested()) {
                    getGenerator().setPersistent(false);
                    return new IOException("A read of this request is still pending.");
                }
                return super.consumeAvailable();
            }
        };
    }

    @Override
    protected HttpParser newHttpParser(HttpCompliance compliance) {
        HttpConfiguration http = getHttpConfiguration();
        HttpParser parser = new StrictParser(Objects.requireNonNull(handler), http.getRequestHeaderSize(), compliance);
        parser.setHeaderCacheSize(http.getHeaderCacheSize());
        parser.setHeaderCacheCaseSensitive(http.isHeaderCacheCaseSensitive());
        return parser;
    }

    @Override
    public Outcome look() {
        // Only while the connection waits for a request does no other thread use it.
        if (!interest.isInterested() || !getParser().isStart() || !isRequestBufferEmpty()) {
            return Outcome.LEFT;
        }
        AnswerBuffers tools = TOOLS.get();
        ByteBuffer received = tools.received.clear();
        // No bytes, or the end of the stream: the server's parser handles both.
        if (receive(received) <= 0) {
            return Outcome.LEFT;
        }
        received.flip();
        if (isAnswered(tools)) {
            return sending ? Outcome.SENDING : Outcome.ANSWERED;
        }
        network.putBack(ByteBuffer.allocate(received.remaining()).put(received).flip());
        return Outcome.LEFT;
    }

    /**
     * Reads nothing while an answer waits for the network; the call is then a consequence of the interest that
     * {@link #sendRest} gave up.
     *
     * <p>One thread at a time reads. The server answers a malformed request on another thread, which lets a third one
     * read on before the first has ended here; both then gave the same buffer back, and two other connections read into
     * it: a request was parsed with bytes of somebody else's, or lost.
     */
    @Override
    public void onFillable() {
        if (!sending) {
            filling.lock();
            try {
                super.onFillable();
            } finally {
                filling.unlock();
            }
        }
    }

    @Override
    public long getMessagesIn() {
        return super.getMessagesIn() + read.getOpaque();
    }

    @Override
    public long getMessagesOut() {
        return super.getMessagesOut() + answered.getOpaque();
    }

    /** Number of bytes read; negative at the end of the stream, or when the connection is lost. */
    private int receive(ByteBuffer received) {
        try {
            return network.read(received);
        } catch (IOException lost) {
            return -1;
        }
    }

    private boolean isAnswered(AnswerBuffers tools) {
        long now = network.receivedNanos();
        for (Entrance entrance : entrances) {
            if (tools.head.take(tools.received, entrance.prefix(), address, now)) {
                tools.reply.open(tools.date(getServer().getDateField()), onEveryAnswer);
                if (entrance.door().answer(tools.head, tools.reply)) {
                    add(read);
                    send(tools.reply);
                    return true;
                }
            }
        }
        return false;
    }

    private void send(PlainReply reply) {
        ByteBuffer wire = reply.wire();
        ByteBuffer rest = reply.rest();
        boolean closing = reply.isClosing();
        try {
            if (rest.hasRemaining()
                    ? getEndPoint().flush(wire, rest)
                    : getEndPoint().flush(wire)) {
                sent(closing);
                return;
            }
        } catch (IOException lost) {
            getEndPoint().close(lost);
            return;
        }
        sendRest(wire, rest, closing);
    }

    /** Sends the part of an answer that the network has not taken yet; the next request is read after that. */
    private void sendRest(ByteBuffer wire, ByteBuffer rest, boolean closing) {
        sending = true;
        interest.fillable();
        // The tools are needed for other connections while this one waits for the network.
        ByteBuffer kept = ByteBuffer.allocate(wire.remaining()).put(wire).flip();
        Callback ended = Callback.from(
                () -> {
                    sent(closing);
                    sending = false;
                    if (!closing) {
                        fillInterested();
                    }
                },
                lost -> getEndPoint().close(lost));
        getEndPoint().write(ended, kept, rest);
    }

    private void sent(boolean closing) {
        add(answered);
        if (closing) {
            getEndPoint().close();
        }
    }

    /**
     * Adds one without an atomic operation: one thread at a time counts, and other threads may see it a moment later.
     */
    private static void add(AtomicLong count) {
        count.setOpaque(count.getPlain() + 1);
    }
}
