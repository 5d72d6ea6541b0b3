package org.atomizable.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.turbo.DynamicThresholdFilter;
import ch.qos.logback.classic.turbo.MDCValueLevelPair;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.spi.ContextAwareBase;
import ch.qos.logback.core.spi.FilterReply;
import java.util.Map;

/**
 * The program's own logging: what matters, on standard error. It is made in code, since to read it from a file takes a quarter of the
 * CPU time of a worker's start. Acts only where the launcher asks for it with {@value #FORMAT}; programs that use this jar are not affected.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class ProgramLog extends ContextAwareBase implements Configurator {

    /** The system property for it: {@code text}, or {@code json} for an object a line. */
    static final String FORMAT = "atomizable.log";

    private static final Map<String, Level> LEVELS = Map.of(
            // Says what an operator's signals did.
            "org.atomizable.cli.SchedulerCommand", Level.INFO,
            // Says which job gave way, and why.
            "org.atomizable.scheduler.market.pressure", Level.INFO,
            "org.eclipse.jetty", Level.ERROR,
            "io.javalin", Level.ERROR,
            "ai.djl", Level.ERROR);

    @Override
    public ExecutionStatus configure(LoggerContext loggers) {
        String format = System.getProperty(FORMAT);
        if (format == null || System.getProperty("logback.configurationFile") != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        loggers.addTurboFilter(withoutSimulated());
        EncoderBase<ILoggingEvent> encoder = format.equals("json") ? new JsonEncoder() : lines();
        encoder.setContext(loggers);
        encoder.start();
        loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(standardError(loggers, encoder));
        loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
                .setLevel(Level.toLevel(System.getenv("ATOMIZABLE_LOG"), Level.WARN));
        LEVELS.forEach((name, level) -> loggers.getLogger(name).setLevel(level));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    /** Leaves out the warnings of simulated agents and workers: they happen to nobody. */
    private static DynamicThresholdFilter withoutSimulated() {
        DynamicThresholdFilter filter = new DynamicThresholdFilter();
        filter.setKey("simulated");
        filter.setDefaultThreshold(Level.TRACE);
        filter.setOnHigherOrEqual(FilterReply.NEUTRAL);
        filter.setOnLower(FilterReply.DENY);
        MDCValueLevelPair simulated = new MDCValueLevelPair();
        simulated.setValue("true");
        simulated.setLevel(Level.OFF);
        filter.addMDCValueLevelPair(simulated);
        filter.start();
        return filter;
    }

    private static PatternLayoutEncoder lines() {
        PatternLayoutEncoder lines = new PatternLayoutEncoder();
        lines.setPattern("%d{HH:mm:ss.SSS} %-5level %msg%n");
        return lines;
    }

    private static ConsoleAppender<ILoggingEvent> standardError(LoggerContext loggers, Encoder<ILoggingEvent> encoder) {
        ConsoleAppender<ILoggingEvent> error = new ConsoleAppender<>();
        error.setContext(loggers);
        error.setTarget("System.err");
        error.setEncoder(encoder);
        error.start();
        return error;
    }
}
