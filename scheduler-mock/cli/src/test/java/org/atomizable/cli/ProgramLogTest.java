package org.atomizable.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class ProgramLogTest {

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final LoggerContext loggers = new LoggerContext();

    @BeforeEach
    void begin() {
        loggers.setMDCAdapter(MDC.getMDCAdapter());
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void end() {
        System.clearProperty(ProgramLog.FORMAT);
        System.clearProperty("logback.configurationFile");
        loggers.stop();
        System.setErr(before);
    }

    private ExecutionStatus configured(String format) {
        System.setProperty(ProgramLog.FORMAT, format);
        return new ProgramLog().configure(loggers);
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void warningsAreLinesOnStandardErrorAndInformationIsLeftOut() {
        assertThat(configured("text")).isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);

        loggers.getLogger("org.atomizable.core").warn("a worker of {} is late", "fit");
        loggers.getLogger("org.atomizable.core").info("nobody asked");
        loggers.getLogger("io.javalin").warn("nobody asked");

        assertThat(printed()).matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} WARN  a worker of fit is late\\R");
    }

    @Test
    void anOperatorReadsWhatSignalsAndPressureDid() {
        configured("text");

        loggers.getLogger(SchedulerCommand.class).info("the scheduler stops");
        loggers.getLogger("org.atomizable.scheduler.market.pressure").info("a job gives way");

        assertThat(printed()).contains("INFO  the scheduler stops", "INFO  a job gives way");
    }

    @Test
    void warningsOfSimulatedWorkersAreLeftOut() {
        configured("text");

        MDC.put("simulated", "true");
        try {
            loggers.getLogger("org.atomizable.core").warn("a simulated slice failed");
        } finally {
            MDC.remove("simulated");
        }

        assertThat(printed()).isEmpty();
    }

    @Test
    void eachEntryCanBeAnObjectOfJson() throws Exception {
        configured("json");

        loggers.getLogger("org.atomizable.core").warn("\"late\"");

        JsonNode entry = new ObjectMapper().readTree(printed());
        assertThat(entry.path("level").asText()).isEqualTo("WARN");
        assertThat(entry.path("message").asText()).isEqualTo("\"late\"");
    }

    @Test
    void otherProgramsAndFilesThatAUserNamesAreLeftAlone() {
        assertThat(new ProgramLog().configure(loggers)).isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
        System.setProperty("logback.configurationFile", "mine.xml");
        assertThat(configured("text")).isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);

        assertThat(loggers.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
                        .iteratorForAppenders()
                        .hasNext())
                .isFalse();
    }
}
