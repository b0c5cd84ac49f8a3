import { serverCommand } from '../../group.ts';
import { Failure } from '../../failure.ts';
import { addParameter, type ParameterValues, readParameters } from '../../parameters.ts';
import { oneLine } from '../../text.ts';
import { findEngineId } from '../engine/lookup.ts';
import { resolveWorkspace } from '../workspace/lookup.ts';

type CreateOptions = {
  workspace?: string;
  jdbcUrl?: string;
  type?: string;
  parameter?: ParameterValues;
  parametersFile?: string;
  engine?: string;
  keepSamples?: true;
  description?: string;
  tag?: string[];
};

/** `millrace connection create`: in a workspace and in the catalogue. */
export const createCatalogConnection = serverCommand('create', {
  description: 'Create a connection that tasks of its workspace and the catalogue use',
  arguments: { '<name>': 'its name' },
  options: (command) =>
    command
      .option('--workspace <name or id>', 'its workspace (default: the only one you see, or Shared of the default environment)')
      .option('--jdbc-url <url>', 'address of a database, without a password')
      .option('--type <type>', 'kind of system where there is no JDBC URL, such as http')
      .option('--parameter <name=value>', 'value of a parameter; may be repeated', addParameter)
      .option('--parameters-file <file>', 'JSON object of parameters, - for stdin; use it for secrets')
      .option('--engine <name or id>', 'the engine that reads its tables (default: the built-in one)')
      .option('--keep-samples', 'the catalogue may store rows of its tables')
      .option('--description <text>', 'its purpose')
      .option('--tag <tags...>', 'words for finding it'),
  examples: [
    'millrace connection create warehouse --jdbc-url jdbc:postgresql://db.example.com:5432/finance --parameters-file secrets.json',
  ],
  async run({ client, output, shell }, label: string, options: CreateOptions) {
    const { jdbcUrl, type, engine, keepSamples, description, tag } = options;
    const parameters = Object.entries((await readParameters(options, shell)) ?? {});
    const withoutValue = parameters.find(([, value]) => value === null);
    if (withoutValue) throw new Failure('usage', `The parameter ${JSON.stringify(withoutValue[0])} needs a value.`);
    const properties = Object.fromEntries(parameters.map(([name, value]) => [name, value ?? '']));
    const workspace = await resolveWorkspace(client, options.workspace);
    const { body: connection } = await client.call('POST /connections', {
      body: {
        label,
        workspaceId: workspace.id,
        properties: { ...properties, ...(jdbcUrl !== undefined && { jdbcUrl }) },
        keepsSamples: keepSamples ?? false,
        ...(type !== undefined && { type }),
        ...(engine !== undefined && { cloudAgentId: await findEngineId(client, engine) }),
        ...(description !== undefined && { description }),
        ...(tag !== undefined && { tags: tag }),
      },
    });
    if (output.json) return output.printJson(connection);
    output.print(oneLine(`Created connection ${connection.label} in ${workspace.name}. Its id is ${connection.id}.`));
    return output.print(oneLine(`Try it: millrace connection test ${connection.id}`));
  },
});
