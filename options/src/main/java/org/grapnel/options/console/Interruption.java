package org.grapnel.options.console;

import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.grapnel.runs.write.RunFolder;
import org.jspecify.annotations.Nullable;

/**
 * Handles Ctrl-C and requests to terminate. Once there is a result worth keeping, or files are being written, the run is cancelled and the
 * process waits for it to finish. Before that, the unfinished folder is removed and the process ends at once. The exit code is that of
 * the signal: 130 for Ctrl-C.
 */
public final class Interruption {
    public static final int CODE = 130;

    private final CountDownLatch finished = new CountDownLatch(1);
    private volatile boolean requested;
    private volatile boolean isWorthKeeping;
    private volatile boolean isAbandoned;
    private volatile @Nullable AutoCloseable unfinishedFolder;
    private volatile Runnable requestHandler = () -> {};

    /** Installs the shutdown hook. */
    public void install() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::interrupt, "grapnel-interruption"));
    }

    /** Whether the run should stop. */
    public boolean isRequested() {
        return requested;
    }

    /** Sets the unfinished folder, which is removed when the run is abandoned. */
    synchronized void setUnfinished(AutoCloseable unfinished) {
        unfinishedFolder = unfinished;
        requireContinued();
    }

    /** Whether the result folder is complete; a complete result is never removed. */
    public boolean isCommitted() {
        return unfinishedFolder instanceof RunFolder folder && folder.isCommitted();
    }

    /** Sets what to do first on a request: print a line. */
    void onRequest(Runnable handler) {
        requestHandler = handler;
    }

    /**
     * Marks the result as worth keeping. If the run has already been abandoned, blocks until the process ends.
     *
     * @throws CancellationException if the run has been abandoned by {@link #stopCommand}, after which the process goes on
     */
    public void keepResult() {
        if (tryKeep()) return;
        requireContinued();
        try {
            finished.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void requireContinued() {
        if (isAbandoned) throw new CancellationException("the command was stopped before there was a result to keep");
    }

    private synchronized boolean tryKeep() {
        isWorthKeeping |= !requested;
        return isWorthKeeping;
    }

    /** Records the request; returns whether there is something to keep at that moment. */
    private synchronized boolean request() {
        requested = true;
        return isWorthKeeping;
    }

    /** Marks the command as finished: from now on an interrupt waits for nothing and removes nothing. */
    public void finish() {
        finished.countDown();
    }

    /** Handles an interrupt outside of a shutdown hook, then exits. */
    public void interruptAndExit() {
        interrupt();
        System.exit(CODE);
    }

    /**
     * Handles an interrupt of a command in a process that goes on. Waits for the command if there is something to keep. If there is nothing,
     * the command is cancelled, and removes its unfinished folder itself: two threads must not remove it at the same time.
     *
     * @param command the thread of the command
     */
    public void stopCommand(Thread command) throws InterruptedException {
        if (abandonOrKeep(command)) {
            requestHandler.run();
            finished.await();
        }
    }

    /** A thread is not interrupted while it makes the folder, or half of one would stay; it is cancelled when it sets the folder. */
    private synchronized boolean abandonOrKeep(Thread command) {
        if (request()) return true;
        isAbandoned = true;
        if (unfinishedFolder != null) command.interrupt();
        return false;
    }

    /** Handles an interrupt. Also runs at a normal exit, when the command has finished already. */
    public void interrupt() {
        if (finished.getCount() == 0) return;
        try {
            if (request()) {
                requestHandler.run();
                finished.await();
            } else {
                AutoCloseable unfinished = unfinishedFolder;
                if (unfinished != null) unfinished.close();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // the folder is marked as unfinished, and the next run removes it
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
