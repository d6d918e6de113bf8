package org.grapnel.studio;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.grapnel.runs.json.Json;

/** An answer of the server, read from a socket without a library that would mend a strange request. */
public record HttpAnswer(int status, Map<String, String> headers, String body) {
    private static final int PATIENCE_MILLIS = 60_000;

    /** Sends bytes and reads one answer. */
    public static HttpAnswer send(int port, byte[] request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            try {
                socket.getOutputStream().write(request);
                socket.getOutputStream().flush();
            } catch (IOException e) {
                // the server has refused the beginning; its answer is below
            }
            return read(socket.getInputStream());
        }
    }

    public static HttpAnswer send(int port, String request) throws IOException {
        return send(port, request.getBytes(StandardCharsets.ISO_8859_1));
    }

    public static HttpAnswer read(InputStream in) throws IOException {
        String first = line(in);
        if (first.isEmpty()) return new HttpAnswer(0, Map.of(), "");
        Map<String, String> headers = new LinkedHashMap<>();
        for (String line = line(in); !line.isEmpty(); line = line(in)) {
            String[] parts = line.split(": ?", 2);
            headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
        }
        int status = Integer.parseInt(first.split(" ")[1]);
        return new HttpAnswer(status, headers, new String(body(in, headers), StandardCharsets.UTF_8));
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if (headers.containsKey("content-length"))
            return in.readNBytes(Integer.parseInt(headers.get("content-length")));
        if (!"chunked".equals(headers.get("transfer-encoding")))
            return "close".equals(headers.get("connection")) ? in.readAllBytes() : new byte[0];
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(line(in), 16);
            all.write(in.readNBytes(size));
            line(in);
            if (size == 0) return all.toByteArray();
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        try {
            for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) if (c != '\r') line.append((char) c);
        } catch (SocketTimeoutException e) {
            throw new AssertionError("no answer within " + PATIENCE_MILLIS + " ms", e);
        } catch (IOException e) {
            return ""; // the server has closed the connection
        }
        return line.toString();
    }

    public Map<String, Object> json() {
        return Json.parse(body.getBytes(StandardCharsets.UTF_8), "answer");
    }

    public String error() {
        return String.valueOf(json().get("error"));
    }
}
