package routines.system;

import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The log of a job, in the form that the log4j2.xml of Studio gives it. WARN and above are printed, or what --log4jLevel asks for. */
public final class JobLog {
    private static final List<String> LEVELS = List.of("TRACE", "DEBUG", "INFO", "WARN", "ERROR", "FATAL", "OFF");
    private final String logger;
    private final int threshold;

    public JobLog(Class<?> job, String level) {
        logger = job.getName();
        int asked = LEVELS.indexOf(level.toUpperCase());
        threshold = asked >= 0 ? asked : LEVELS.indexOf("WARN");
    }

    public void info(String message) {
        print("INFO", message);
    }

    public void warn(String message) {
        print("WARN", message);
    }

    public void error(String message) {
        print("ERROR", message);
    }

    public void fatal(String message) {
        print("FATAL", message);
    }

    private void print(String level, String message) {
        if (LEVELS.indexOf(level) < threshold) return;
        System.out.printf("[%-5s] %s %s- %s%n", level, LocalTime.now().truncatedTo(ChronoUnit.SECONDS), logger, message);
    }
}
