package airports.audit;

import java.io.FileWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes audit lines in the form of those that a job of Studio writes: one JSON object for each event of a run, into the file that the property
 * audit.logger.appender.file.path names, and the parameters of components into that of runtime.lineage.appender.file.path. Both are off by default.
 */
public final class JobAudit {
    private final Map<String, String> job = new LinkedHashMap<>();
    private final String audit = fileOf("audit.enabled", "audit.logger.appender.file.path");
    private final String lineage = fileOf("runtime.lineage.enabled", "runtime.lineage.appender.file.path");

    public JobAudit(String name, String version, String id, String context) {
        job.put("job_name", name);
        job.put("job_version", version);
        job.put("job_id", id);
        job.put("pid", Long.toString(ProcessHandle.current().pid()));
        job.put("_context", context);
    }

    public void jobStart() {
        write(audit, "jobstart", Map.of());
    }

    public void jobStop(String status, long milliseconds) {
        write(audit, "jobstop", Map.of("status", status, "duration", Long.toString(milliseconds)));
    }

    /** The rows that went from one component to the next one, in so many milliseconds. Ids such as tMap_1 begin with the type of the component. */
    public void flow(String name, String source, String target, int rows, long milliseconds) {
        Map<String, String> counts = Map.of("connection_name", name, "rows", Integer.toString(rows), "duration", Long.toString(milliseconds));
        Map<String, String> whole = new LinkedHashMap<>(counts);
        addComponent(whole, "source_", "source_connector_type", source);
        addComponent(whole, "target_", "target_connector_type", target);
        write(audit, "flowexecution", whole);
        write(audit, "flowoutput", end(counts, source, "output"));
        write(audit, "flowinput", end(counts, target, "input"));
    }

    /** A component and one of its parameters, such as the file that it reads. */
    public void component(String id, String parameter, String value) {
        Map<String, String> info = new LinkedHashMap<>();
        addComponent(info, "connector_", "connector_type", id);
        info.put("P_" + parameter, "\"" + value + "\"");
        write(lineage, "componentparameters", info);
    }

    private static Map<String, String> end(Map<String, String> counts, String component, String type) {
        Map<String, String> info = new LinkedHashMap<>(counts);
        addComponent(info, "connector_", "connector_type", component);
        info.put("connection_type", type);
        return info;
    }

    private static void addComponent(Map<String, String> info, String prefix, String type, String id) {
        info.put(prefix + "id", id);
        info.put(prefix + "label", id);
        info.put(type, id.replaceFirst("_\\d+$", ""));
    }

    private static String fileOf(String switchName, String pathName) {
        return Boolean.getBoolean(switchName) ? System.getProperty(pathName) : null;
    }

    private void write(String file, String category, Map<String, String> info) {
        if (file == null) return;
        Map<String, String> all = new LinkedHashMap<>(job);
        all.putAll(info);
        String line = "{\"severity\":\"INFO\",\"customInfo\":" + json(all) + ",\"logTimestamp\":" + text(Instant.now().toString())
            + ",\"audit\":\"true\",\"category\":" + text(category) + "}\n";
        try (Writer writer = new FileWriter(file, StandardCharsets.UTF_8, true)) {
            writer.write(line);
        } catch (IOException error) {
            // A job goes on without its audit lines.
            System.err.println("[WARN ] audit: " + error.getMessage());
        }
    }

    private static String json(Map<String, String> entries) {
        StringBuilder object = new StringBuilder();
        entries.forEach((name, value) -> object.append(object.length() == 0 ? '{' : ',').append(text(name)).append(':').append(text(value)));
        return object.append('}').toString();
    }

    private static String text(String value) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char character : value.toCharArray()) {
            if (character == '"' || character == '\\') quoted.append('\\').append(character);
            else if (character < ' ') quoted.append(String.format("\\u%04x", (int) character));
            else quoted.append(character);
        }
        return quoted.append('"').toString();
    }
}
