package org.grapnel.studio.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.grapnel.runs.json.Json;
import org.grapnel.studio.folder.RefusedException;

/** What a route answers. */
@FunctionalInterface
interface Answer {
    String JSON = "application/json";
    String BYTES = "application/octet-stream";

    /** Sends the answer; the callback is completed when all of it is sent. */
    void send(Response response, Callback callback) throws Exception;

    /** Runs an action once this answer is sent, or could not be sent. */
    default Answer andThen(Runnable action) {
        return (response, callback) -> send(response, Callback.from(callback, action));
    }

    static Answer json(Map<String, ?> values) {
        return json(200, values);
    }

    static Answer json(int status, Map<String, ?> values) {
        return bytes(status, JSON, Json.formatLine(values).getBytes(StandardCharsets.UTF_8));
    }

    static Answer bytes(String type, byte[] content) {
        return bytes(200, type, content);
    }

    static Answer bytes(int status, String type, byte[] content) {
        return (response, callback) -> {
            response.setStatus(status);
            HttpFields.Mutable headers = response.getHeaders();
            headers.put(HttpHeader.CONTENT_TYPE, type);
            headers.put(HttpHeader.CONTENT_LENGTH, content.length);
            response.write(true, ByteBuffer.wrap(content), callback);
        };
    }

    /** An answer without content. */
    static Answer empty(int status) {
        return (response, callback) -> {
            response.setStatus(status);
            if (status != 204) response.getHeaders().put(HttpHeader.CONTENT_LENGTH, 0L);
            response.write(true, ByteBuffer.allocate(0), callback);
        };
    }

    static Answer error(RefusedException refusal) {
        return error(refusal, Map.of());
    }

    /** A refusal with what is known nevertheless. */
    static Answer error(RefusedException refusal, Map<String, Object> details) {
        Map<String, Object> json = new LinkedHashMap<>(details);
        json.put("error", refusal.text());
        refusal.option().ifPresent(option -> json.put("option", option));
        return json(refusal.status(), json);
    }
}
