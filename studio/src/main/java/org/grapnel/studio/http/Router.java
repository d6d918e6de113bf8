package org.grapnel.studio.http;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.eclipse.jetty.server.Request;
import org.grapnel.studio.folder.RefusedException;

/** Finds the route of a request. In the pattern of a route {@code *} stands for one part of the path, {@code **} for the rest. */
final class Router {
    private static final String REST = "**";

    private final List<Route> routes = new ArrayList<>();

    /** Answers the requests of a route. */
    @FunctionalInterface
    interface RouteHandler {
        Answer answer(Call call) throws Exception;
    }

    private record Route(String method, List<String> pattern, RouteHandler handler) {
        boolean isMatch(List<String> path) {
            boolean isOpen = pattern.get(pattern.size() - 1).equals(REST);
            if (isOpen ? path.size() < pattern.size() : path.size() != pattern.size()) return false;
            for (int i = 0; i < pattern.size(); i++)
                if (!pattern.get(i).startsWith("*") && !pattern.get(i).equals(path.get(i))) return false;
            return true;
        }

        List<String> names(List<String> path) {
            List<String> names = new ArrayList<>();
            for (int i = 0; i < path.size(); i++)
                if (i >= pattern.size() || pattern.get(i).startsWith("*")) names.add(path.get(i));
            return names;
        }
    }

    /** Adds a route such as {@code GET /api/runs/*}. The first that fits answers. */
    Router add(String route, RouteHandler handler) {
        String[] words = route.split(" ");
        routes.add(new Route(words[0], List.of(words[1].substring(1).split("/", -1)), handler));
        return this;
    }

    Answer answer(Request request, List<String> path, Query query) throws Exception {
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            if (!route.isMatch(path)) continue;
            if (route.method.equals(request.getMethod()))
                return route.handler.answer(new Call(request, route.names(path), query));
            allowed.add(route.method);
        }
        if (allowed.isEmpty()) throw RefusedException.unknown("there is nothing at this address");
        throw RefusedException.of(
                405,
                "the method " + request.getMethod() + " is not allowed here; allowed are "
                        + String.join(", ", allowed));
    }
}
