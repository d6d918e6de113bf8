package org.grapnel.studio.http;

import java.util.Map;
import java.util.function.Supplier;
import org.grapnel.studio.folder.StudioFolder;
import org.grapnel.studio.folder.Uploads;
import org.grapnel.studio.job.HelperWorker;
import org.grapnel.studio.job.JobQueue;
import org.grapnel.studio.job.RunList;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What the routes work on.
 *
 * @param commands the options of the commands, by name
 * @param jobs how many jobs run at a time
 * @param shutdown ends the studio
 */
public record StudioParts(
        StudioFolder folder,
        Uploads uploads,
        JobQueue queue,
        RunList runs,
        HelperWorker helper,
        Supplier<Map<String, CommandSpec>> commands,
        int jobs,
        Runnable shutdown) {}
