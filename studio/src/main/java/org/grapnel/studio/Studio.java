package org.grapnel.studio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.grapnel.studio.folder.FreeSpace;
import org.grapnel.studio.folder.InstanceLock;
import org.grapnel.studio.folder.StudioFolder;
import org.grapnel.studio.folder.Uploads;
import org.grapnel.studio.http.StudioParts;
import org.grapnel.studio.http.StudioServer;
import org.grapnel.studio.http.Token;
import org.grapnel.studio.job.HelperWorker;
import org.grapnel.studio.job.JobQueue;
import org.grapnel.studio.job.RunList;
import org.grapnel.studio.job.RunRecords;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** A studio on a folder: the server, the queue of jobs, and the lock that keeps a second one away. */
public final class Studio implements AutoCloseable {
    private final InstanceLock lock;
    private final JobQueue queue;
    private final HelperWorker helper;
    private final StudioServer server;
    private final Token token = Token.create();
    private final CountDownLatch ended = new CountDownLatch(1);
    private boolean isClosed;

    private Studio(StudioSettings settings, StudioFolder folder, InstanceLock lock) throws IOException {
        this.lock = lock;
        Supplier<Map<String, CommandSpec>> commands = once(settings.commands());
        Uploads uploads = new Uploads(folder, settings.space().orElseGet(() -> FreeSpace.of(folder.root())));
        uploads.clean();
        RunRecords records = RunRecords.read(folder);
        Supplier<List<String>> worker = once(settings.worker());
        queue = new JobQueue(folder, records, worker, commands);
        helper = new HelperWorker(worker, folder.root());
        RunList runs = new RunList(folder, records, queue);
        server = StudioServer.start(
                settings.port(),
                token,
                new StudioParts(folder, uploads, queue, runs, helper, commands, settings.jobs(), this::close));
        lock.setAddress("http://127.0.0.1:" + server.port() + "/");
        queue.start(settings.jobs());
    }

    /** Starts a studio. It serves when this returns. */
    public static Studio start(StudioSettings settings) throws IOException {
        StudioFolder folder = StudioFolder.open(settings.folder());
        InstanceLock lock = InstanceLock.acquire(folder);
        try {
            return new Studio(settings, folder, lock);
        } catch (IOException | RuntimeException | Error e) {
            try {
                folder.removeMade();
            } catch (IOException left) {
                e.addSuppressed(left);
            }
            lock.close();
            throw e;
        }
    }

    /** Computes a value when it is first needed. */
    private static <T> Supplier<T> once(Supplier<T> source) {
        return new Supplier<>() {
            private @Nullable T value;

            @Override
            public synchronized T get() {
                T known = value;
                if (known == null) value = known = source.get();
                return known;
            }
        };
    }

    /** The address with its token. */
    public String address() {
        return "http://127.0.0.1:" + server.port() + "/#token=" + token.text();
    }

    public int port() {
        return server.port();
    }

    /** The token of this start. */
    public String token() {
        return token.text();
    }

    /** Waits until the studio is ended. */
    public void await() throws InterruptedException {
        ended.await();
    }

    /** Ends the studio: jobs end with the point reached, and the next studio continues them. */
    @Override
    public void close() {
        synchronized (this) {
            if (isClosed) return;
            isClosed = true;
        }
        try {
            queue.close();
            helper.close();
            server.close();
            lock.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            ended.countDown();
        }
    }
}
