package org.grapnel.spark.rdd;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * Closes what the steps of a computation have made if a later step fails. The last step calls {@link #keep}; then the result owns
 * everything, and {@link #close} does nothing.
 *
 * <pre>{@code
 * try (ResourceStack made = new ResourceStack()) {
 *     SampleGraph graph = made.add(SampleGraph.nearest(X, spec));
 *     SampleGroups groups = made.add(group(graph)); // a failure here closes the graph
 *     made.keep();
 *     return new GroupedGraph(graph, groups);
 * }
 * }</pre>
 */
public final class ResourceStack implements AutoCloseable {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** Adds a resource and returns it. */
    public <T extends AutoCloseable> T add(T resource) {
        open.push(resource);
        return resource;
    }

    /** Adds a resource if there is one. */
    public <T extends AutoCloseable> Optional<T> add(Optional<T> resource) {
        resource.ifPresent(open::push);
        return resource;
    }

    /** Leaves everything open: the result owns it. */
    public void keep() {
        open.clear();
    }

    /** Closes the resources, the latest first. If several fail, the first failure is thrown with the others suppressed. */
    @Override
    public void close() {
        IllegalStateException failure = null;
        while (!open.isEmpty())
            try {
                open.pop().close();
            } catch (Exception e) {
                if (failure == null)
                    failure = new IllegalStateException("cannot release a resource: " + e.getMessage(), e);
                else failure.addSuppressed(e);
            }
        if (failure != null) throw failure;
    }
}
