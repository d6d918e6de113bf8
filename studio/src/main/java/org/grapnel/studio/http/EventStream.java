package org.grapnel.studio.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.grapnel.runs.json.Json;
import org.grapnel.studio.job.JobListener;
import org.jspecify.annotations.Nullable;

/**
 * The events of a run for one client. Writing never blocks: while a write is under way, states wait in a short queue and only the latest
 * progress is kept. A client that does not read is dropped.
 */
final class EventStream implements JobListener {
    private static final int MAX_QUEUE = 64;
    private static final long PATIENCE_NANOS = 20_000_000_000L;
    private static final byte[] PING = ": ping\n\n".getBytes(StandardCharsets.UTF_8);

    private final Request request;
    private final Response response;
    private final Callback callback;
    private final Consumer<EventStream> onEnd;
    private final Deque<byte[]> queue = new ArrayDeque<>();
    private @Nullable Map<String, Object> progress;
    private boolean isWriting;
    private boolean isLast;
    private boolean isEnded;
    private boolean isHistorySent;
    private long sinceNanos;

    /** @param onEnd called once when the client is gone or everything is sent */
    EventStream(Request request, Response response, Callback callback, Consumer<EventStream> onEnd) {
        this.request = request;
        this.response = response;
        this.callback = callback;
        this.onEnd = onEnd;
    }

    void begin() {
        response.setStatus(200);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream;charset=utf-8");
        request.addIdleTimeoutListener(timeout -> false); // pings tell whether the client is there
        request.addFailureListener(failure -> end(failure));
    }

    /** Sends the points so far, after the first state. */
    void sendHistory(List<List<Number>> points, boolean last) {
        add(event("history", Map.of("points", points)), last);
        synchronized (this) {
            isHistorySent = true;
        }
        flush();
    }

    @Override
    public void onState(Map<String, Object> state, boolean isFinal) {
        add(event("state", state), isFinal);
        flush();
    }

    @Override
    public void onProgress(Map<String, Object> values) {
        synchronized (this) {
            progress = values;
        }
        flush();
    }

    /** Sends a sign of life; drops a client that has not read for long. */
    void ping() {
        boolean isStuck;
        synchronized (this) {
            isStuck = isWriting && System.nanoTime() - sinceNanos > PATIENCE_NANOS;
            if (!isWriting && queue.isEmpty()) queue.add(PING);
        }
        if (isStuck) end(new IllegalStateException("the client does not read"));
        else flush();
    }

    private void add(byte[] event, boolean last) {
        boolean isFull;
        synchronized (this) {
            if (isLast) return;
            isLast = last;
            isFull = queue.size() >= MAX_QUEUE;
            if (!isFull) queue.add(event);
        }
        if (isFull) end(new IllegalStateException("the client does not read"));
    }

    private static byte[] event(String name, Map<String, ?> values) {
        return ("event: " + name + "\ndata: " + Json.formatLine(values) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    private void flush() {
        byte[] next;
        boolean last;
        synchronized (this) {
            if (isWriting || isEnded) return;
            byte[] queued = queue.pollFirst();
            if (queued != null) {
                next = queued;
            } else if (progress != null && isHistorySent) {
                next = event("progress", progress);
                progress = null;
            } else {
                return;
            }
            last = isLast && queue.isEmpty();
            isWriting = true;
            sinceNanos = System.nanoTime();
        }
        response.write(last, ByteBuffer.wrap(next), Callback.from(() -> written(last), this::end));
    }

    private void written(boolean last) {
        synchronized (this) {
            isWriting = false;
        }
        if (last) finish(null);
        else flush();
    }

    private void end(Throwable failure) {
        finish(failure);
        request.getConnectionMetaData().getConnection().getEndPoint().close();
    }

    private void finish(@Nullable Throwable failure) {
        synchronized (this) {
            if (isEnded) return;
            isEnded = true;
        }
        onEnd.accept(this);
        if (failure == null) callback.succeeded();
        else callback.failed(failure);
    }
}
