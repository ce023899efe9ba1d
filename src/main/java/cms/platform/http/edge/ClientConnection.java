package cms.platform.http.edge;

import jakarta.servlet.http.HttpServletRequest;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;

/** Looks at the connection below a request. */
public final class ClientConnection {
    private ClientConnection() {}

    /**
     * Whether the client has closed or lost the connection; asked of the network at this moment, because the server
     * reads nothing while a handler works. A client that only sends nothing is connected; one that has closed its
     * sending side counts as disconnected, because the network does not tell the two apart. To be called by one thread,
     * after the body was read.
     */
    public static boolean isDisconnected(HttpServletRequest request) {
        EndPoint endPoint = ServletContextRequest.getServletContextRequest(request)
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
        return endPoint instanceof Left known ? known.isDisconnected() : !endPoint.isOpen();
    }

    /** A connection that can be checked while no thread reads from it. */
    interface Left {
        boolean isDisconnected();
    }
}
