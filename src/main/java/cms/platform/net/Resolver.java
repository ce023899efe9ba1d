package cms.platform.net;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Resolves a host to the addresses that may be connected to. */
@FunctionalInterface
interface Resolver {
    List<InetSocketAddress> resolve(String host, int port) throws UnknownHostException;
}
