import org.openapitools.client.ApiClient;
import org.openapitools.client.api.TasksApi;
import org.openapitools.client.auth.HttpBearerAuth;

/** Prints the name of each task, by the client that openapi-generator makes. Arguments: the address of the server and a token. */
class ListTasks {
  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient().setBasePath(args[0]);
    ((HttpBearerAuth) client.getAuthentication("Public")).setBearerToken(args[1]);
    new TasksApi(client)
        .listTasks(null, null, null, null, null, null, null, null, 50)
        .getItems()
        .forEach(task -> System.out.println(task.getName()));
  }
}
