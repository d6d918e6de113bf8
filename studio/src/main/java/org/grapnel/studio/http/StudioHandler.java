package org.grapnel.studio.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.grapnel.data.DataException;
import org.grapnel.studio.folder.RawPath;
import org.grapnel.studio.folder.RefusedException;

/** Answers all requests: guard, route, and one JSON sentence for whatever goes wrong. */
public final class StudioHandler extends Handler.Abstract {
    private static final String PAGE_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
                    + "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    private static final String REPORT_POLICY =
            "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; "
                    + "style-src 'unsafe-inline'; img-src data: blob:; frame-ancestors 'self'";
    private static final String POLICY = "Content-Security-Policy";

    private final Guard guard;
    private final Router router;
    private final StaticPages pages = new StaticPages();
    private final Tickets tickets;

    StudioHandler(Guard guard, Router router, Tickets tickets) {
        this.guard = guard;
        this.router = router;
        this.tickets = tickets;
        router.add("GET /", call -> page("index.html"))
                .add("GET /page/*", call -> page(call.name(0)))
                .add("GET /view/*/*", call -> view(call.name(0), call.name(1)));
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        setHeaders(response.getHeaders());
        Answer answer;
        try {
            answer = answer(request, response);
        } catch (Exception e) {
            answer = Answer.error(refusal(e));
        }
        try {
            answer.send(response, callback);
        } catch (Exception e) {
            callback.failed(e); // the client is gone
        }
        return true;
    }

    private Answer answer(Request request, Response response) throws Exception {
        guard.requireOwnSite(request.getHeaders());
        List<String> path = RawPath.parts(String.valueOf(request.getHttpURI().getPath()));
        boolean isApi = path.get(0).equals("api");
        if (isApi || path.get(0).equals("view")) response.getHeaders().put("Cache-Control", "no-store");
        else response.getHeaders().put("Cache-Control", "no-cache");
        if (isApi) guard.requireToken(request.getHeaders());
        return router.answer(request, path, Query.parse(request.getHttpURI().getQuery()));
    }

    static void setHeaders(HttpFields.Mutable headers) {
        headers.put(POLICY, PAGE_POLICY);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
    }

    private Answer page(String name) throws IOException {
        return pages.find(name).orElseThrow(() -> RefusedException.unknown("there is nothing at this address"));
    }

    private Answer view(String ticket, String name) {
        Path file = tickets.use(ticket)
                .filter(path -> path.endsWith(name))
                .orElseThrow(() -> RefusedException.unknown(
                        "this address has been used or is too old; open the file from the page again"));
        if (!name.equals("report.html")) {
            Answer download = RunRoutes.download(file);
            return (response, callback) -> {
                response.getHeaders().put(POLICY, "sandbox; default-src 'none'");
                download.send(response, callback);
            };
        }
        return (response, callback) -> {
            response.getHeaders().put(POLICY, REPORT_POLICY);
            RunRoutes.send(file, "text/html;charset=utf-8", response, callback);
        };
    }

    /** Describes what went wrong, without anything of the inside. */
    private static RefusedException refusal(Exception e) {
        if (e instanceof RefusedException refused) return refused;
        if (e instanceof DataException) return RefusedException.of(422, String.valueOf(e.getMessage()));
        if (e instanceof IllegalArgumentException) return RefusedException.wrong(String.valueOf(e.getMessage()));
        Throwable cause = e instanceof UncheckedIOException io && io.getCause() != null ? io.getCause() : e;
        if (cause instanceof HttpException http)
            return RefusedException.of(http.getCode(), "the request is not one of HTTP: " + http.getReason());
        if (cause instanceof TimeoutException || cause.getCause() instanceof TimeoutException)
            return RefusedException.of(408, "the request came too slowly; send it again");
        if (cause instanceof EOFException) return RefusedException.wrong("the request ended early; send it again");
        if (cause instanceof NoSuchFileException)
            return RefusedException.unknown("the file has been removed meanwhile");
        if (cause instanceof FileSystemException file)
            return RefusedException.of(
                    500,
                    "a file cannot be read or written: "
                            + Path.of(String.valueOf(file.getFile())).getFileName()
                            + (file.getReason() == null ? "" : ": " + file.getReason()));
        if (cause instanceof IOException io && "No space left on device".equals(io.getMessage()))
            return RefusedException.of(507, "the disk is full; free some space and try again");
        if (cause instanceof IOException) return RefusedException.of(500, "a file cannot be read or written");
        return RefusedException.of(
                500,
                "this is a bug of the studio, please report it: " + e.getClass().getSimpleName());
    }

    /** Answers a request that is no request of HTTP, and what fails outside of the handler. */
    static boolean answerError(Request request, Response response, Callback callback) {
        int status = request.getAttribute(ErrorHandler.ERROR_STATUS) instanceof Integer code ? code : 500;
        response.setStatus(status);
        setHeaders(response.getHeaders());
        response.getHeaders().put("Cache-Control", "no-store");
        Answer answer = Answer.error(RefusedException.of(
                status, "the request is refused: " + HttpStatus.getMessage(status) + ", " + request.getMethod()));
        try {
            answer.send(response, callback);
        } catch (Exception e) {
            callback.failed(e);
        }
        return true;
    }
}
