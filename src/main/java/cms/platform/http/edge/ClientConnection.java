package cms.platform.http.edge;

import jakarta.servlet.http.HttpServletRequest;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;

/** Questions about the connection below a request. */
public final class ClientConnection {
    private ClientConnection() {}

    /**
     * Whether it was closed or cut off, so that nobody would hear an answer; asked of the network at this moment, because the
     * server reads nothing while a handler works. A client that has only fallen silent is there; one that has closed its
     * sending side counts as gone, because the network does not tell them apart. By one thread, after the body was read.
     */
    public static boolean isDisconnected(HttpServletRequest request) {
        EndPoint endPoint = ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        return endPoint instanceof Left known ? known.isDisconnected() : !endPoint.isOpen();
    }

    /** A connection that can be looked at while nobody reads from it. */
    interface Left {
        boolean isDisconnected();
    }
}
