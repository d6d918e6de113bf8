package org.grapnel.options;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Groups the options of a help text under the heading of the class that declares them. */
public final class GroupedHelp {
    /** The heading for the options of a class. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface Heading {
        String value();
    }

    private GroupedHelp() {}

    static void install(CommandLine commands) {
        commands.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, GroupedHelp::options);
        for (CommandLine command : commands.getSubcommands().values()) install(command);
    }

    private static String options(Help help) {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        for (OptionSpec option : help.commandSpec().options())
            if (!option.hidden())
                groups.computeIfAbsent(heading(option), heading -> new ArrayList<>())
                        .add(option);
        StringBuilder text = new StringBuilder();
        groups.forEach((heading, options) -> {
            Help.Layout layout = help.createDefaultLayout();
            layout.addOptions(options.stream().map(GroupedHelp::flowing).toList(), new ValueLabelRenderer());
            text.append(System.lineSeparator())
                    .append(heading)
                    .append(':')
                    .append(System.lineSeparator())
                    .append(layout);
        });
        return text.toString();
    }

    /** Joins the lines of a description, so that it wraps at the width of the help and not as in the source. */
    private static OptionSpec flowing(OptionSpec option) {
        return option.description().length < 2
                ? option
                : option.toBuilder()
                        .description(String.join(" ", option.description()).replace("%", "%%"))
                        .build();
    }

    /** Shows {@code --keep K} with a space, as users type it. */
    private static final class ValueLabelRenderer implements Help.IParamLabelRenderer {
        @Override
        public Help.Ansi.Text renderParameterLabel(ArgSpec option, Help.Ansi ansi, List<Help.Ansi.IStyle> styles) {
            return ansi.new Text(option.arity().max() == 0 ? "" : " " + option.paramLabel());
        }

        @Override
        public String separator() {
            return " ";
        }
    }

    /** Returns the heading under which the help lists an option. */
    public static String heading(OptionSpec option) {
        if (option.userObject() instanceof Member field) {
            Heading heading = field.getDeclaringClass().getAnnotation(Heading.class);
            if (heading != null) return heading.value();
        }
        return "Options";
    }
}
