package org.grapnel.report.page;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A browser's DevTools protocol over a WebSocket: commands with their answers, and events. Every command has a time limit, so that a browser that
 * hangs fails a test instead of stopping the build.
 */
final class DevTools implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final WebSocket socket;
    private final AtomicInteger last = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** Who hears the events of a session. */
    private record Listener(String session, BiConsumer<String, JsonNode> hears) {}

    DevTools(URI address) {
        socket = HttpClient.newBuilder()
                .proxy(HttpClient.Builder.NO_PROXY)
                .build()
                .newWebSocketBuilder()
                .connectTimeout(LIMIT)
                .buildAsync(address, new Incoming())
                .join();
    }

    /** Puts the parts of a message together; an answer goes to who asked, an event to who listens. */
    private final class Incoming implements WebSocket.Listener {
        private final StringBuilder parts = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean whole) {
            parts.append(part);
            from.request(1);
            if (!whole) return CompletableFuture.completedStage(null);
            JsonNode message = JsonMapper.shared().readTree(parts.toString());
            parts.setLength(0);
            if (message.has("id")) {
                CompletableFuture<JsonNode> waiting =
                        asked.remove(message.get("id").asInt());
                if (waiting != null) waiting.complete(message);
            } else {
                String session = message.path("sessionId").asString("");
                for (Listener listener : listeners)
                    if (listener.session.equals(session))
                        listener.hears.accept(message.get("method").asString(), message.path("params"));
            }
            return CompletableFuture.completedStage(null);
        }

        @Override
        public void onError(WebSocket from, Throwable fault) {
            asked.values().forEach(waiting -> waiting.completeExceptionally(fault));
        }
    }

    /** {@code session} is that of a tab, or empty for the browser itself. Called on the thread of the socket: not the place to send. */
    void listen(String session, BiConsumer<String, JsonNode> hears) {
        listeners.add(new Listener(session, hears));
    }

    /** Sends a command and waits for its answer. */
    JsonNode send(String session, String method, Map<String, ?> parameters) {
        int id = last.incrementAndGet();
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("id", id);
        message.put("method", method);
        message.put("params", parameters);
        if (!session.isEmpty()) message.put("sessionId", session);
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        asked.put(id, answer);
        socket.sendText(JsonMapper.shared().writeValueAsString(message), true).join();
        try {
            JsonNode got = answer.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (got.has("error")) throw new IllegalStateException(method + ": " + got.get("error"));
            return got.get("result");
        } catch (TimeoutException e) {
            throw new IllegalStateException(method + ": no answer within " + LIMIT.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(method, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(method, e);
        }
    }

    @Override
    public void close() {
        socket.abort();
    }
}
