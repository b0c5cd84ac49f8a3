import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A test suite of a client of the API, against the local double. Usage: {@code java Suite.java}, with MILLRACE_URL, MILLRACE_TOKEN and MILLRACE_BUNDLE.
 * It needs nothing but Java 17: a real suite uses JUnit and a JSON library.
 */
public class Suite {
    static final String URL = System.getenv().getOrDefault("MILLRACE_URL", "http://127.0.0.1:8600");
    static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public static void main(String[] args) throws Exception {
        begin();
        theTaskRunsWhenTheClockPassesSix();
        begin();
        theClientTriesAgain();
        System.out.println("2 tests passed");
    }

    static void begin() throws Exception {
        call("PUT", "/double/state", "{\"snapshot\":\"start\"}");
        call("PUT", "/double/clock", "{\"set\":\"2031-03-04T05:00:00Z\",\"frozen\":true}");
    }

    static void theTaskRunsWhenTheClockPassesSix() throws Exception {
        String task = createDailyTask("report");
        String moved = call("PUT", "/double/clock", "{\"advanceSeconds\":172800}");
        expect(moved.contains("\"stops\":[\"2031-03-04T06:00:00.000Z\",\"2031-03-05T06:00:00.000Z\"]"), moved);
        String runs = read("/processing/executables/tasks/" + task + "/executions");
        expect(all(runs, "status").equals(List.of("execution_successful", "execution_successful")), runs);
    }

    static void theClientTriesAgain() throws Exception {
        String rule = "{\"method\":\"GET\",\"path\":\"/orchestration/workspaces\",\"times\":1,";
        call("PUT", "/double/faults", "{\"faults\":[" + rule + "\"cut\":\"before\"}," + rule + "\"status\":503}]}");
        expect(read("/orchestration/workspaces").contains("\"shared\""), "no workspace was read");
        String faults = call("GET", "/double/faults", null);
        expect(Pattern.compile("\"hit\":1\\b").matcher(faults).results().count() == 2, faults);
    }

    /** Publishes the bundle and creates a task that starts each day at six. Returns its id. */
    static String createDailyTask(String name) throws Exception {
        String workspaces = read("/orchestration/workspaces?query=type==shared");
        String environment = first(workspaces.replaceFirst("^.*?\"environment\":", ""), "id");
        String workspace = all(workspaces, "id").stream().filter(id -> !id.equals(environment)).findFirst().orElseThrow();
        ByteArrayOutputStream form = new ByteArrayOutputStream();
        String artifact = "{\"workspaceId\":\"" + workspace + "\",\"name\":\"" + name + "\"}";
        form.writeBytes(("--part\r\nContent-Disposition: form-data; name=\"artifact\"\r\n\r\n" + artifact
            + "\r\n--part\r\nContent-Disposition: form-data; name=\"file\"; filename=\"bundle.zip\"\r\n"
            + "Content-Type: application/zip\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        form.writeBytes(Files.readAllBytes(Path.of(System.getenv("MILLRACE_BUNDLE"))));
        form.writeBytes("\r\n--part--\r\n".getBytes(StandardCharsets.UTF_8));
        String published = send("POST", "/orchestration/artifacts", form.toByteArray(), "multipart/form-data; boundary=part");
        String found = read("/orchestration/artifacts?name=" + name);
        String task = first(call("POST", "/orchestration/executables/tasks", "{\"workspaceId\":\"" + workspace + "\",\"environmentId\":\""
            + environment + "\",\"name\":\"" + name + "\",\"artifact\":{\"id\":\"" + first(found, "id") + "\",\"version\":\""
            + first(published, "version") + "\"}}"), "id");
        call("PUT", "/orchestration/executables/tasks/" + task + "/run-config", "{\"trigger\":{\"type\":\"DAILY\",\"interval\":1,"
            + "\"startDate\":\"2031-01-01\",\"timeZone\":\"UTC\",\"atTimes\":{\"type\":\"AT_TIME\",\"time\":\"06:00\"}},"
            + "\"runtime\":{\"type\":\"CLOUD\"}}");
        return task;
    }

    /** The client under test: a GET that is repeated after a lost connection and after a 503. */
    static String read(String path) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return call("GET", path, null);
            } catch (IOException lost) {
                boolean again = !(lost instanceof Refused refused) || refused.status == 503;
                if (attempt == 4 || !again) throw lost;
            }
            Thread.sleep(100L * attempt);
        }
    }

    static String call(String method, String path, String body) throws Exception {
        return send(method, path, body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8), "application/json");
    }

    static String send(String method, String path, byte[] body, String type) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(URL + path))
            .header("Authorization", "Bearer " + System.getenv("MILLRACE_TOKEN"))
            .header("Content-Type", type)
            .method(method, body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
        HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300) throw new Refused(answer.statusCode(), method + " " + path + ": " + answer.body());
        return answer.body();
    }

    static class Refused extends IOException {
        final int status;

        Refused(int status, String message) {
            super(status + " " + message);
            this.status = status;
        }
    }

    static List<String> all(String json, String name) {
        return Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json).results().map((MatchResult one) -> one.group(1)).toList();
    }

    static String first(String json, String name) {
        return all(json, name).get(0);
    }

    static void expect(boolean holds, String message) {
        if (!holds) throw new AssertionError(message);
    }
}
