package org.grapnel.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.grapnel.FitListener;
import org.grapnel.Grapnel;
import org.grapnel.cli.Main;
import org.grapnel.options.console.Interruption;
import org.grapnel.runs.json.Json;

/** The other end of a worker in this process. The streams are those of a socket, which keep working when a thread is interrupted. */
final class WorkerClient implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 120;

    private final Socket socket;
    private final DataOutputStream requests;
    private final DataInputStream answers;
    private final CompletableFuture<Integer> code = new CompletableFuture<>();

    private WorkerClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(PATIENCE_SECONDS * 1000);
        requests = new DataOutputStream(socket.getOutputStream());
        answers = new DataInputStream(socket.getInputStream());
    }

    /** Starts a worker whose folders lie in a folder of the test. */
    static WorkerClient start(Path... places) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            WorkerClient client = new WorkerClient(new Socket(server.getInetAddress(), server.getLocalPort()));
            Socket end = server.accept();
            Thread thread = new Thread(() -> client.serve(end, List.of(places)), "worker");
            thread.setDaemon(true);
            thread.start();
            return client;
        }
    }

    private void serve(Socket end, List<Path> places) {
        try (end) {
            Main main = new Main(new Interruption());
            code.complete(Worker.serve(
                    (FitListener listener) -> main.listeningTo(listener),
                    end.getInputStream(),
                    end.getOutputStream(),
                    new ScratchFolders(places)));
        } catch (IOException | RuntimeException | Error e) {
            code.completeExceptionally(e);
        }
    }

    /** A worker that has been greeted. */
    static WorkerClient greeted(Path... places) throws IOException {
        WorkerClient client = start(places);
        assertThat(client.answer()).containsEntry("event", "hello");
        client.send(hello());
        return client;
    }

    static Map<String, Object> hello() {
        return Map.of("op", "hello", "protocol", Worker.PROTOCOL, "version", Grapnel.version());
    }

    void send(Map<String, ?> request) throws IOException {
        sendText(Json.formatLine(request));
    }

    void sendText(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        requests.writeInt(bytes.length);
        requests.write(bytes);
        requests.flush();
    }

    void sendBytes(byte[] bytes) throws IOException {
        requests.write(bytes);
        requests.flush();
    }

    void run(long id, Object... words) throws IOException {
        List<String> arguments = new ArrayList<>();
        for (Object word : words) arguments.add(String.valueOf(word));
        send(Map.of("op", "run", "id", id, "arguments", arguments));
    }

    /** Runs a command whose point reached is kept when it is stopped. */
    void runKept(long id, Object... words) throws IOException {
        List<String> arguments = new ArrayList<>();
        for (Object word : words) arguments.add(String.valueOf(word));
        send(Map.of("op", "run", "id", id, "arguments", arguments, "keep", true));
    }

    Map<String, Object> answer() throws IOException {
        byte[] text = new byte[answers.readInt()];
        answers.readFully(text);
        return Json.parse(text, "answer");
    }

    /** The next message with this event; others are skipped. */
    Map<String, Object> answer(String event) throws IOException {
        while (true) {
            Map<String, Object> message = answer();
            if (event.equals(message.get("event"))) return message;
        }
    }

    /** Ends the requests. */
    void endRequests() throws IOException {
        socket.shutdownOutput();
    }

    /** All messages up to the end. */
    List<Map<String, Object>> rest() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        answers.transferTo(all);
        ByteBuffer left = ByteBuffer.wrap(all.toByteArray());
        List<Map<String, Object>> messages = new ArrayList<>();
        while (left.hasRemaining()) {
            if (left.remaining() < 4) throw new EOFException("a part of a length");
            byte[] text = new byte[left.getInt()];
            left.get(text);
            messages.add(Json.parse(text, "answer"));
        }
        return messages;
    }

    /** What the worker returned. */
    int code() throws InterruptedException, TimeoutException {
        try {
            return code.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            throw new AssertionError("the worker failed", e);
        }
    }

    /** Ends the requests and waits for the worker, so that it writes no file while the test removes its folders. */
    @Override
    public void close() throws IOException {
        socket.close();
        code.handle((ended, failure) -> ended)
                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
