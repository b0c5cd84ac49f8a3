/** Prints the name of each task, by the client that openapi-generator makes. Arguments: the address of the server and a token. */
const { Configuration, TasksApi } = require('./client');

const [, , basePath, token] = process.argv;
// The client itself writes `Bearer` only for other schemes.
const accessToken = (scheme) => (scheme === 'oauth2' ? `Bearer ${token}` : token);
const page = new TasksApi(new Configuration({ basePath, accessToken })).listTasks({ limit: 50 });
void page.then(({ items }) => items.forEach(({ name }) => console.log(name)));
