package org.grapnel.studio.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The progress of a run that waits or runs. */
class JobProgressTest {
    @Test
    void continuedRunCountsTheTimeBeforeItWasStopped() {
        RunStatus before = RunStatus.queued().ended(RunState.STOPPED, 130, RunMessage.of(""), 12);
        RunRecord record = new RunRecord(
                "cells-fit",
                RunLabel.empty(),
                Instant.EPOCH,
                "fit",
                "cells.csv",
                List.of(),
                List.of("fit", "cells.csv", "-o", "cells-fit"),
                before.requeued());
        Job job = new Job("cells-fit", true, false, () -> record);
        job.onProgress(Map.of("phase", "fitting", "seconds", 0.5));
        assertThat(job.progress()).containsEntry("seconds", 12.5);
    }
}
