package cms.platform.door;

import java.util.List;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;

/** Makes HTTP/1.1 connections on which the plainest reads for front doors are answered directly (decision 48). */
public final class PlainConnections extends HttpConnectionFactory {
    private final List<PlainConnection.Entrance> entrances;

    public PlainConnections(HttpConfiguration http, List<FrontDoor> doors) {
        super(http);
        this.entrances = doors.stream().map(PlainConnection.Entrance::of).toList();
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        if (!(endPoint instanceof SecondLook network && endPoint instanceof AbstractEndPoint ours)) {
            return super.newConnection(connector, endPoint);
        }
        return configure(
                new PlainConnection(getHttpConfiguration(), connector, ours, network, entrances), connector, endPoint);
    }
}
