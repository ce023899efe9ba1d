package cms.platform.door;

import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.io.AbstractEndPoint;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;

/** Makes HTTP/1.1 connections on which the plainest reads for front doors are answered directly (decision 48). */
public final class PlainConnections extends HttpConnectionFactory {
    private final List<PlainConnection.Entrance> entrances;
    private final Optional<HeaderLines> onEveryAnswer;

    /** @param onEveryAnswer a header of each answer, on the short way and on the server's */
    public PlainConnections(HttpConfiguration http, List<FrontDoor> doors, Optional<HttpField> onEveryAnswer) {
        super(http);
        onEveryAnswer.ifPresent(field -> http.addCustomizer((request, headers) -> {
            headers.put(field);
            return request;
        }));
        this.onEveryAnswer = onEveryAnswer.map(field -> new HeaderLines(field.getName() + ": " + field.getValue()));
        this.entrances = doors.stream().map(PlainConnection.Entrance::of).toList();
    }

    @Override
    public Connection newConnection(Connector connector, EndPoint endPoint) {
        if (!(endPoint instanceof SecondLook network && endPoint instanceof AbstractEndPoint ours)) {
            return super.newConnection(connector, endPoint);
        }
        return configure(
                new PlainConnection(getHttpConfiguration(), connector, ours, network, entrances, onEveryAnswer),
                connector,
                endPoint);
    }
}
