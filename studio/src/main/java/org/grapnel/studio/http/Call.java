package org.grapnel.studio.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.grapnel.data.DataException;
import org.grapnel.runs.json.Json;
import org.grapnel.studio.folder.RefusedException;
import org.grapnel.studio.folder.Uploads;

/**
 * A request whose address has been read.
 *
 * @param names the parts of the path that its route leaves open
 */
record Call(Request request, List<String> names, Query query) {
    private static final int MAX_JSON = 1 << 20;

    /** The n-th part of the path that the route leaves open. */
    String name(int n) {
        return names.get(n);
    }

    /** Reads a small JSON object. */
    Map<String, Object> json() throws IOException {
        try (InputStream in = Request.asInputStream(request)) {
            byte[] text = in.readNBytes(MAX_JSON + 1);
            if (text.length > MAX_JSON)
                throw RefusedException.of(413, "the request has more than " + MAX_JSON + " bytes of JSON");
            return Json.parse(text, "the request");
        } catch (DataException e) {
            throw RefusedException.wrong(String.valueOf(e.getMessage()));
        }
    }

    /** The bytes of a file. */
    Uploads.Upload upload() {
        return new Uploads.Upload(
                Request.asInputStream(request), request.getHeaders().getLongField(HttpHeader.CONTENT_LENGTH));
    }
}
