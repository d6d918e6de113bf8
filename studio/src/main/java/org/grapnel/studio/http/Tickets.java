package org.grapnel.studio.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Addresses of files that can be opened once, within a minute. */
final class Tickets {
    static final Duration LIFE = Duration.ofSeconds(60);
    private static final int MAX = 1000;

    private final Map<String, Ticket> open = new LinkedHashMap<>();

    private record Ticket(Path file, long untilNanos) {}

    /** Makes a ticket for a file. The oldest ones end when there are too many. */
    synchronized String create(Path file) {
        long now = System.nanoTime();
        open.values().removeIf(ticket -> ticket.untilNanos - now < 0);
        if (open.size() >= MAX) open.remove(open.keySet().iterator().next());
        String name = Token.create().text();
        open.put(name, new Ticket(file, now + LIFE.toNanos()));
        return name;
    }

    /** Uses a ticket up; empty if there is none of this name, or it is too old. */
    synchronized Optional<Path> use(String name) {
        @Nullable Ticket ticket = open.remove(name);
        return ticket == null || ticket.untilNanos - System.nanoTime() < 0
                ? Optional.empty()
                : Optional.of(ticket.file);
    }
}
