package org.grapnel.studio.http;

import java.io.IOException;
import java.net.BindException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.grapnel.Grapnel;
import org.grapnel.data.DataException;
import org.grapnel.studio.folder.FreeSpace;
import org.grapnel.studio.folder.StudioFolder;

/** The server: on this machine only, with few threads and short limits. */
public final class StudioServer implements AutoCloseable {
    private static final int THREADS = 40;
    private static final int IDLE_MILLIS = 30_000;
    private static final int HEADER_BYTES = 8192;
    private static final long PING_MILLIS = 15_000;

    private final Server server;
    private final ServerConnector connector;
    private final Timer pings = new Timer("grapnel-pings", true);

    private StudioServer(Server server, ServerConnector connector) {
        this.server = server;
        this.connector = connector;
    }

    /**
     * Opens the port and answers requests.
     *
     * @param port 0 takes any free one
     */
    public static StudioServer start(int port, Token token, StudioParts parts) throws IOException {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 4);
        threads.setName("grapnel-http");
        threads.setDaemon(true);
        threads.setReservedThreads(0);
        Server server = new Server(threads);
        server.setStopTimeout(0);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setRequestHeaderSize(HEADER_BYTES);
        http.setHttpCompliance(HttpCompliance.RFC9110);
        http.setUriCompliance(UriCompliance.UNSAFE); // the handler reads the raw path itself, and more strictly
        ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_MILLIS);
        connector.setReuseAddress(true);
        server.addConnector(connector);
        try {
            connector.open();
        } catch (IOException e) {
            threads.destroy();
            throw new DataException(
                    port == 0
                            ? "no port is free on 127.0.0.1: " + e.getMessage()
                            : "--port " + port + " cannot be opened on 127.0.0.1"
                                    + (e instanceof BindException || e.getCause() instanceof BindException
                                            ? ": it is in use or not allowed; choose another one, or 0 for any free one"
                                            : ": " + e.getMessage()),
                    e);
        }
        StudioServer started = new StudioServer(server, connector);
        started.serve(token, parts);
        return started;
    }

    private void serve(Token token, StudioParts parts) throws IOException {
        Tickets tickets = new Tickets();
        Router router = new Router();
        RunRoutes runs = new RunRoutes(parts.folder(), parts.runs(), parts.queue(), parts.commands(), tickets);
        runs.addTo(router);
        new DataRoutes(parts.folder(), parts.uploads(), parts.queue(), parts.helper(), parts.commands()).addTo(router);
        new ViewRoutes(parts.folder(), parts.commands()).addTo(router);
        // in a thread of its own, because the server waits for its threads when it ends
        Runnable shutdown = () -> new Thread(parts.shutdown(), "grapnel-shutdown").start();
        router.add("GET /api/studio", call -> Answer.json(describe(parts)))
                .add("POST /api/shutdown", call -> Answer.json(202, Map.of()).andThen(shutdown));
        server.setHandler(new StudioHandler(new Guard(token, port()), router, tickets));
        server.setErrorHandler(StudioHandler::answerError);
        pings.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        runs.ping();
                    }
                },
                PING_MILLIS,
                PING_MILLIS);
        try {
            server.start();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("the server does not start: " + e.getMessage(), e);
        }
    }

    private static Map<String, Object> describe(StudioParts parts) throws IOException {
        StudioFolder folder = parts.folder();
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("version", Grapnel.version());
        json.put("folder", String.valueOf(folder.root().getFileName()));
        json.put("path", folder.root().toString());
        json.put("jobs", parts.jobs());
        json.put("free_bytes", FreeSpace.of(folder.root()).bytes());
        json.put("threads", Runtime.getRuntime().availableProcessors());
        return json;
    }

    public int port() {
        return connector.getLocalPort();
    }

    /** Ends all connections. */
    @Override
    public void close() throws IOException {
        pings.cancel();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IOException("the server does not stop: " + e.getMessage(), e);
        }
    }
}
