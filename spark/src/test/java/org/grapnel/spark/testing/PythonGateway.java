package org.grapnel.spark.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import py4j.GatewayServer;

/**
 * Drives objects of this process as PySpark does: by Py4J's text protocol through a socket. PySpark's own Python side is
 * not needed. A value is in the form of the protocol: {@code i12}, {@code d50.0}, {@code scell}, {@code ro3}.
 */
public final class PythonGateway implements AutoCloseable {
    private static final String SECRET = "grapnel-test";

    private final GatewayServer server;
    private final Socket socket;
    private final Writer out;
    private final BufferedReader in;

    /** Starts a server for an entry point on a free port of the loopback interface, and connects to it. */
    public PythonGateway(Object entryPoint) throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        server = new GatewayServer.GatewayServerBuilder(entryPoint)
                .javaAddress(here)
                .javaPort(0)
                .authToken(SECRET)
                .build();
        server.start();
        socket = new Socket(here, server.getListeningPort());
        out = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        send("A", SECRET);
    }

    /** Calls {@code new className(arguments)}. */
    public String create(String className, String... arguments) throws IOException {
        return send("i", className, String.join("\n", arguments), "e");
    }

    /** Calls a method of an object, which an earlier call returned. */
    public String call(String object, String method, String... arguments) throws IOException {
        return send("c", target(object), method, String.join("\n", arguments), "e");
    }

    /** Calls a method of the entry point. */
    public String callEntryPoint(String method) throws IOException {
        return send("c", "t", method, "e");
    }

    /** Returns the length of an array. */
    public int length(String array) throws IOException {
        return Integer.parseInt(send("a", "e", target(array), "e").substring(1));
    }

    /** Returns an entry of an array. */
    public String get(String array, int index) throws IOException {
        return send("a", "g", target(array), "i" + index, "e");
    }

    /** The name of an object, without the letter of its type. */
    private static String target(String object) {
        if (object.length() < 2 || "rtlsgj".indexOf(object.charAt(0)) < 0)
            throw new IllegalArgumentException("'" + object + "' is no object of the gateway");
        return object.substring(1);
    }

    private String send(String... lines) throws IOException {
        for (String line : lines) if (!line.isEmpty()) out.write(line + "\n");
        out.flush();
        String answer = in.readLine();
        if (answer == null || !answer.startsWith("!y"))
            throw new IOException(String.join(" ", lines) + " failed: " + describe(answer));
        return answer.substring(2);
    }

    private String describe(String answer) throws IOException {
        if (answer == null || !answer.startsWith("!xro")) return String.valueOf(answer);
        return send("c", answer.substring(3), "toString", "e");
    }

    @Override
    public void close() throws IOException {
        socket.close();
        server.shutdown();
    }
}
