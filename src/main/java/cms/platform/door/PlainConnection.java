package cms.platform.door;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the server that looks at the bytes between two requests first: a plain GET for a front door is answered
 * without anything else; all other bytes go, untouched, to the server's own reader.
 */
final class PlainConnection extends HttpConnection {
    private static final ThreadLocal<Tools> TOOLS = ThreadLocal.withInitial(Tools::new);

    private final SecondLook network;
    private final List<Entrance> entrances;
    private final AtomicLong read = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final Callback onReadable = new OnReadable();

    /** @param network the same end of the connection as {@code endPoint} */
    PlainConnection(
            HttpConfiguration http,
            Connector connector,
            EndPoint endPoint,
            SecondLook network,
            List<Entrance> entrances) {
        super(http, connector, endPoint);
        this.network = network;
        this.entrances = entrances;
    }

    /** A door and what the paths begin with that lead to it. */
    record Entrance(FrontDoor door, byte[] prefix) {
        static Entrance of(FrontDoor door) {
            return new Entrance(door, door.prefix().getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** What one thread needs while it answers one request. */
    private static final class Tools {
        /** Less than the server reads at once, so that it takes whatever is put back. */
        private static final int RECEIVED_MAX = 4 * 1_024;

        private final ByteBuffer received = BufferUtil.allocateDirect(RECEIVED_MAX);
        private final PlainHead head = new PlainHead(RECEIVED_MAX);
        private final PlainReply reply = new PlainReply();
        private byte[] date = {};
        private @Nullable HttpField dateField;

        /** The line of a field that is another object every second. */
        byte[] date(HttpField now) {
            if (now != dateField) {
                date = (now.getName() + ": " + now.getValue() + "\r\n").getBytes(StandardCharsets.US_ASCII);
                dateField = now;
            }
            return date;
        }
    }

    private final class OnReadable implements Callback {
        @Override
        public void succeeded() {
            onFillable();
        }

        @Override
        public void failed(Throwable cause) {
            onFillInterestedFailed(cause);
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }

    @Override
    public void onFillable() {
        if (!getParser().isStart() || !isRequestBufferEmpty()) {
            super.onFillable();
            return;
        }
        Tools tools = TOOLS.get();
        ByteBuffer received = tools.received;
        BufferUtil.clear(received);
        int count = receive(received);
        if (count == 0) {
            fillInterested(onReadable);
        } else if (count < 0) {
            super.onFillable(); // which reads the end once more, and knows what to do
        } else if (!isAnswered(tools)) {
            network.putBack(received);
            super.onFillable();
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

    /** Bytes; less than none at the end, or when the connection is lost. */
    private int receive(ByteBuffer received) {
        try {
            return getEndPoint().fill(received);
        } catch (IOException lost) {
            return -1;
        }
    }

    private boolean isAnswered(Tools tools) {
        long now = System.nanoTime();
        for (Entrance entrance : entrances) {
            if (tools.head.take(tools.received, entrance.prefix(), now)) {
                tools.reply.open(tools.date(getServer().getDateField()));
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
        // The tools are needed for other connections while this one waits for the network.
        ByteBuffer kept = ByteBuffer.allocate(wire.remaining()).put(wire).flip();
        getEndPoint()
                .write(Callback.from(() -> sent(closing), lost -> getEndPoint().close(lost)), kept, rest);
    }

    private void sent(boolean closing) {
        add(answered);
        if (closing) {
            getEndPoint().close();
        } else {
            fillInterested(onReadable);
        }
    }

    /** One thread at a time counts, and whoever looks may see it a moment later. */
    private static void add(AtomicLong count) {
        count.setOpaque(count.getPlain() + 1);
    }
}
