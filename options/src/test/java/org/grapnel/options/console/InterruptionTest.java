package org.grapnel.options.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InterruptionTest {
    @Test
    void anInterruptAfterTheEndIsIgnored() {
        Interruption interruption = new Interruption();
        interruption.finish();
        interruption.interrupt();
        assertThat(interruption.isRequested()).isFalse();
    }

    @Test
    void anAbandonedRunWritesNothing() throws InterruptedException {
        Interruption interruption = new Interruption();
        interruption.interrupt();
        Thread run = new Thread(interruption::keepResult);
        run.start();
        run.join(200);
        assertThat(run.isAlive()).isTrue();
        interruption.finish();
        run.join(10_000);
        assertThat(run.isAlive()).isFalse();
    }
}
