package org.atomizable.core;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/** The log of these tests and of the hundreds of JVMs that they start, in each of which a file for it would be parsed. */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class WarningsOnly extends ContextAwareBase implements Configurator {

    @Override
    public ExecutionStatus configure(LoggerContext loggers) {
        PatternLayoutEncoder lines = new PatternLayoutEncoder();
        lines.setContext(loggers);
        lines.setPattern("%d{HH:mm:ss.SSS} %-5level %logger{20} %msg%n");
        lines.start();
        ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
        console.setContext(loggers);
        console.setEncoder(lines);
        console.start();
        loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).addAppender(console);
        loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }
}
