import type { Client } from '@millrace/contract/client';
import type { Command } from 'commander';
import { readAllUsers } from '../../commands/user/lookup.ts';
import { connect } from '../../connect.ts';
import type { GlobalOptions } from '../../context.ts';
import { Failure, isInterruption } from '../../failure.ts';
import type { LocalContext } from '../../command-builders.ts';
import { findSession, isExposed, readTokenFile, toBaseUrl } from '../../session.ts';
import { absolutePath, type Shell } from '../../shell.ts';
import { oneLine } from '../../text.ts';
import { addressKey } from '../model/address.ts';
import { retryingClient, Site } from '../model/site.ts';
import { nameRuntimes, type SiteContent } from '../read-site.ts';
import { withFaults } from '../run-estate.ts';
import { AccountSource, readOnlySend } from './account-source.ts';
import { textAt } from './answer-fields.ts';
import { openImportFolder, writeImport } from './import-folder.ts';
import { ImportNames } from './import-names.ts';
import { ImportReport } from './import-report.ts';
import type { ImportRun, TargetServer } from './import-run.ts';
import { readAccountRights, readAccounts, readRuntimes } from './read-accounts.ts';
import { readAccountResources, readArtifacts, readConnections, readWebhooksOfAccount } from './read-contents.ts';
import { readPlansOfAccount, readSchedulesOfAccount } from './read-plans.ts';
import { readTasksOfAccount } from './read-tasks.ts';
import { readWorkspacesOfAccount } from './read-workspaces.ts';
import { settleObjects } from './settle-objects.ts';

/** The options of `millrace import`. `check`: look up accounts and engines on the server of the session. */
type ImportOptions = { from: string; environment?: string[]; check: boolean };

/** `millrace import`: writes an account of the published API as files. */
export async function importAccount({ command, output, shell }: LocalContext, folder: string, options: ImportOptions): Promise<void> {
  const { tokenFile } = command.optsWithGlobals<GlobalOptions>();
  const from = toBaseUrl(options.from);
  if (tokenFile === undefined)
    throw new Failure('usage', 'Give the file with the token of the account: --token-file token.txt, or - for stdin.');
  const token = await readTokenFile(tokenFile, shell);
  if (isExposed(from)) output.note(`The token goes to ${from} without encryption. Use https where you can.`);
  const opened = await openImportFolder(absolutePath(folder, shell), from);
  const report = new ImportReport();
  let [reading, calls] = ['', 0];
  const show = (more = ''): void => output.progress(oneLine(`Reading ${reading}: ${calls} answers${more}`));
  const send = readOnlySend(shell.signal, (milliseconds, reason) => show(`; waiting ${Math.ceil(milliseconds / 1000)} s: ${reason}`));
  const source = new AccountSource(connect(from, token, { signal: shell.signal, send, timeoutMs: 0 }), report, (count) => {
    calls = count;
    show();
  });
  let isRead = false;
  try {
    const content = await readAccount({
      source,
      report,
      names: new ImportNames(report),
      addresses: new Map(),
      objects: [],
      targetServer: options.check ? await findTargetServer(command, shell) : undefined,
      environments: options.environment && new Set(options.environment),
      users: new Map(),
      serviceAccounts: new Map(),
      scheduled: new Set(),
      progress: (text) => {
        reading = text;
        show();
      },
    });
    isRead = true;
    const result = await withFaults(output, () => writeImport(opened, from, content, report, shell.signal));
    output.progress('');
    if (output.wantsData) return output.printData({ source: from, folder, ...result });
    const count = Object.values(result.objects).reduce((sum, number) => sum + number, 0);
    output.print(`${count} objects in ${folder}, ${result.written} files written.`);
    return output.print(
      `${result.lines.length} lines in report.md say what could not be taken, and what to do. Read them before \`millrace apply\`.`,
    );
  } catch (error) {
    output.progress('');
    if (isInterruption(error))
      output.note(
        isRead
          ? `Interrupted: ${opened.written} files are written in ${folder}. Repeat the command to write the others.`
          : 'Interrupted while reading the account: nothing was written.',
      );
    else if (!isRead) output.note('Nothing was written.');
    throw error;
  }
}

/** Reads the accounts and engines of the server of the session, if there is one. */
async function findTargetServer(command: Command, shell: Shell): Promise<TargetServer | undefined> {
  const { tokenFile: _, ...options } = command.optsWithGlobals<GlobalOptions>();
  try {
    const { url, token } = await findSession(options, shell);
    return await readTargetServer(connect(url, token, { signal: shell.signal }), url, shell.signal);
  } catch (error) {
    if (isInterruption(error)) throw error;
    return undefined;
  }
}

/** Reads which accounts and engines a server has. A list that cannot be read, for whatever reason, is undefined. */
async function readTargetServer(client: Client, url: string, signal: AbortSignal): Promise<TargetServer> {
  const site = new Site(retryingClient(client, signal));
  const users = await orUnknown(async () => new Set((await readAllUsers(site.client)).map(({ login }) => login)));
  const serviceAccounts = await orUnknown(async () => {
    const { body } = await site.client.call('GET /account/service-accounts');
    return new Set(body.map(({ name }) => name));
  });
  const engines = await orUnknown(async () => {
    const { body: environments } = await site.client.call('GET /orchestration/environments');
    for (const { id, name } of environments) site.add({ noun: 'environment', names: [name] }, id);
    await nameRuntimes(site);
    return new Set(site.entries().map(({ address }) => addressKey(address)));
  });
  return { url, users, serviceAccounts, engines };
}

async function orUnknown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isInterruption(error)) throw error;
    return undefined;
  }
}

/** Reads everything of an account that files can describe. The report of the run lists what cannot be imported. */
async function readAccount(run: ImportRun): Promise<SiteContent> {
  await readWorkspacesOfAccount(run);
  await readRuntimes(run);
  await readAccounts(run);
  const newestVersions = await readArtifacts(run);
  await readConnections(run);
  await readAccountResources(run);
  await readTasksOfAccount(run, newestVersions);
  await readPlansOfAccount(run);
  await readSchedulesOfAccount(run);
  await readAccountRights(run);
  // Webhooks belong to the tenant, not to one of its environments.
  if (run.environments === undefined) await readWebhooksOfAccount(run);
  await reportPromotions(run);
  return { objects: settleObjects(run), unreadable: new Map() };
}

async function reportPromotions(run: ImportRun): Promise<void> {
  run.progress('promotions');
  for (const entry of await run.source.readList('GET /orchestration/executables/promotions'))
    run.report.add(
      'leftOut',
      `promotion ${textAt(entry, 'name') ?? '(without a name)'}`,
      'Files do not have promotions.',
      'Create it with `millrace promotion create`.',
    );
}
