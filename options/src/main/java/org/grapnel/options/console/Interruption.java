package org.grapnel.options.console;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import org.grapnel.runs.write.RunFolder;
import org.jspecify.annotations.Nullable;

/**
 * Ctrl-C, or a request to terminate. Once there is a point worth keeping, or files are being written, the run is asked to end by itself and the
 * process waits for it; before that, what was begun is removed and the process ends at once. Either way the exit code is that
 * of the signal: 130 for Ctrl-C.
 */
public final class Interruption {
    public static final int CODE = 130;

    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean asked;
    private volatile boolean worthKeeping;
    private volatile @Nullable AutoCloseable begun;
    private volatile Runnable heard = () -> {};

    /** From here on the process listens. */
    public void install() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "grapnel-interruption"));
    }

    /** Whether the run shall end. */
    public boolean isRequested() {
        return asked;
    }

    /** What to remove if the run is given up: a folder that is not finished. */
    void setUnfinished(AutoCloseable unfinished) {
        begun = unfinished;
    }

    /** Whether what was begun is there by now: then it stays, whatever happens afterwards. */
    public boolean isCommitted() {
        return begun instanceof RunFolder folder && folder.isCommitted();
    }

    /** What to do first when the request comes: say so. */
    void onRequest(Runnable say) {
        heard = say;
    }

    /** From here on there is something to keep. Does not return if the run was given up: its folder is going. */
    public void keepResult() {
        if (keeps()) return;
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean keeps() {
        worthKeeping |= !asked;
        return worthKeeping;
    }

    /** Whether there is something to keep at the moment of the request; it is either before or after {@link #keepResult}. */
    private synchronized boolean asks() {
        asked = true;
        return worthKeeping;
    }

    /** The command has ended; nothing is waited for or removed any more. */
    public void finish() {
        ended.countDown();
    }

    /** The same for who hears of the request before the process begins to end, and ends it then. */
    public void interruptAndExit() {
        interrupt();
        System.exit(CODE);
    }

    /** The request itself. It comes at an ordinary exit too, when the command has ended already. */
    public void interrupt() {
        if (ended.getCount() == 0) return;
        try {
            if (asks()) {
                heard.run();
                ended.await();
            } else {
                AutoCloseable unfinished = begun;
                if (unfinished != null) unfinished.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // a folder that cannot be removed is marked as unfinished, and the next run removes it
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
