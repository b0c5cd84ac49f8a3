import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { given } from '../../given.ts';
import { serverCommand } from '../../command-builders.ts';
import { Failure } from '../../failure.ts';
import { addParameter, type ParameterValues, readParameters } from '../../input.ts';
import { oneLine } from '../../text.ts';
import { engineNoun } from '../engine/lookup.ts';
import { connectionNoun } from './lookup.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';

const CHANGE_OPTIONS = {
  '--name <name>': 'new name',
  '--parameter <name=value>': { text: 'value of a parameter; may be repeated', parse: addParameter },
  '--parameters-file <file>': 'JSON object of parameters, - for stdin; use it for secrets',
  '--secret <names...>': 'store these parameters encrypted and never show them',
  '--without-parameter <names...>': 'remove parameters',
  '--into-catalogue': 'put it into the catalogue',
  '--jdbc-url <url>': 'address of a database, without a password',
  '--description <text>': 'its purpose',
  '--tag <tags...>': 'words for finding it, in place of the present ones',
  '--engine <name or id>': 'the engine that reads its tables',
  '--keep-samples': 'the catalogue may store rows of its tables',
  '--no-keep-samples': 'the catalogue stores no rows, and deletes the stored ones',
} as const satisfies OptionTable;

type ChangeOptions = OptionsOf<typeof CHANGE_OPTIONS>;
type Connection = Schema<'ConnectionDetails'>;
type Parameters = Connection['parameters'];

/** `millrace connection change`. */
export const changeConnection = serverCommand('change', {
  description:
    'Change a connection; fields that no option names stay as they are\n\nA secret parameter stays secret. It keeps its value while the address does: a change of another parameter that is no credential removes it, so give it again in the same command. The options from --into-catalogue on are settings of the catalogue; each of them puts the connection into it.',
  arguments: { '<name or id>': 'the connection' },
  options: CHANGE_OPTIONS,
  needsOption: true,
  examples: [
    'millrace connection change warehouse --parameter host=warehouse-2.example.com --parameters-file secrets.json',
    'millrace connection change warehouse --parameters-file secrets.json --secret password --tag finance',
  ],
  async run({ client, output, shell, options }, idOrName: string) {
    const values = await readParameters(options, shell);
    const path = { connectionId: await connectionNoun.find(client, idOrName) };
    const before = await readConnection(client, path.connectionId);
    const catalogue = await catalogueFields(client, options, before);
    const label = options.name ?? before.name;
    if (catalogue) await client.call('PUT /connections/{connectionId}', { path, body: { ...catalogue, label } });
    // With a new JDBC URL, the server has changed the parameters that it reads from the URL.
    const { parameters: present } = options.jdbcUrl === undefined ? before : await readConnection(client, path.connectionId);
    const parameters = changedParameters(present, values ?? {}, options);
    const body = { ...(!catalogue && label !== before.name && { name: label }), ...(parameters && { parameters }) };
    if (Object.keys(body).length > 0) await client.call('PUT /orchestration/connections/{connectionId}', { path, body });
    const changed = await readConnection(client, path.connectionId);
    const missing = changed.parameters.filter(({ valueMissing }) => valueMissing).map(({ name }) => name);
    if (missing.length > 0)
      output.note(oneLine(`Secrets without a value: ${missing.join(', ')}. Set them by --parameters-file before the connection is used.`));
    return output.printResult(
      changed,
      `Changed connection ${changed.name} (${changed.id}). Try it: millrace connection test ${changed.id}`,
    );
  },
});

/** All parameters with the changes; undefined if no option changes them. */
function changedParameters(present: Parameters, typed: ParameterValues, options: ChangeOptions): Parameters | undefined {
  const { secret = [], withoutParameter = [] } = options;
  const values = new Map(Object.entries(typed));
  if (values.size + secret.length + withoutParameter.length === 0) return undefined;
  const all = new Map(present.map((parameter) => [parameter.name, parameter]));
  for (const [name, value] of values) {
    if (value === null)
      throw new Failure('usage', `The parameter ${JSON.stringify(name)} needs a value. Remove it with --without-parameter.`);
    all.set(name, { name, value: String(value), encrypted: all.get(name)?.encrypted ?? false });
  }
  for (const name of [...secret, ...withoutParameter])
    if (!all.has(name)) throw new Failure('usage', `The connection has no parameter ${JSON.stringify(name)}.`);
  for (const name of secret) all.set(name, { ...all.get(name), name, encrypted: true });
  for (const name of withoutParameter) all.delete(name);
  return [...all.values()];
}

/** The parameters that the server reads from a JDBC URL. */
const OF_URL = new Set(['host', 'port', 'database']);

/** The fields that only the catalogue changes; undefined if no option names one. */
async function catalogueFields(client: Client, options: ChangeOptions, { parameters }: Connection) {
  const { description, tag, engine, keepSamples, intoCatalogue, jdbcUrl } = options;
  // The server keeps secrets that a request leaves out, and removes other parameters.
  const kept = parameters.filter(({ name, encrypted }) => !encrypted && !OF_URL.has(name)).map(({ name, value }) => [name, value ?? '']);
  const fields = {
    ...(jdbcUrl !== undefined && { properties: { ...Object.fromEntries(kept), jdbcUrl } }),
    ...given({ description, tags: tag, keepsSamples: keepSamples }),
    ...(engine !== undefined && { cloudAgentId: await engineNoun.find(client, engine) }),
  };
  return intoCatalogue || Object.keys(fields).length > 0 ? fields : undefined;
}

const readConnection = async (client: Client, connectionId: string): Promise<Connection> =>
  (await client.call('GET /orchestration/connections/{connectionId}', { path: { connectionId } })).body;
