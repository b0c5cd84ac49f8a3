// run: own process, waiting, in test:all because it starts whole programs
/** Runs the example of docs/engine-protocol.md: the calls of the page, with curl, in their order, against a real server. */
// tries the blocks of `docs/engine-protocol.md`
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createClient } from '@millrace/contract/client';
import { pageBlocks } from '../../../../scripts/house/page-commands.ts';
import { readText } from '../../../../scripts/house/source-files.ts';
import { shellBundle } from '../support/bundles.ts';
import { publishTask } from '../support/install.ts';
import { startTestServer } from '../support/server.ts';

/** A call of the page with the answer that it shows; `isRepeat` is true if it repeats the previous call. */
type Step = { command: string; isRepeat: boolean; shown: string };

const BEARER = `-s -H "authorization: Bearer $CREDENTIAL" -H 'content-type: application/json'`;
const server = await startTestServer();

const steps: Step[] = pageBlocks(readText('docs/engine-protocol.md')).flatMap(({ text }) =>
  text
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command = '', ...shown] = part
        .replaceAll(/\\\n\s*/g, '')
        .trim()
        .split('\n');
      return { command, isRepeat: command.startsWith('#'), shown: shown.join('\n').trim() };
    }),
);

/** Returns the parts of an answer without ids and times: the names of its fields, its error code, and which of its lists have entries. */
function shapeOf(answer: string): unknown {
  if (!answer.startsWith('{')) return answer.replace(/^[0-9a-f]{64}/, '<hash>');
  const fields = [...answer.matchAll(/"([A-Za-z]+)":/g)].map(([, name = '']) => name);
  const detail = /"detail":"(\w+)"/.exec(answer)?.[1];
  const entries = Object.fromEntries(
    [...answer.matchAll(/"(stop|lost|refused)":\[([^\]]*)\]/g)].map(([, name, list]) => [name, list !== '']),
  );
  return { fields, detail, entries };
}

test('the calls of the page have the answers that the page shows', async () => {
  const token = await server.make.administratorToken();
  const client = createClient({ baseUrl: server.url, token });
  const { body: environments } = await client.call('GET /orchestration/environments');
  const task = await publishTask(client, await shellBundle('echo hello'), { name: 'hello' });
  const environment: Record<string, string> = { TOKEN: token, ENVIRONMENT: environments[0]?.id ?? '', TASK: task };
  /** Texts of the page, and their replacements in this run. */
  const replacements = new Map<string, string>([['localhost:8600', server.url]]);
  let lastCommand = '';
  assert.ok(steps.length >= 15, `${steps.length} calls`);
  for (const { command, isRepeat, shown } of steps) {
    if (!isRepeat) lastCommand = command.replace('curl …', `curl ${BEARER}`);
    let line = lastCommand;
    for (const [pageText, replacement] of replacements) line = line.replaceAll(pageText, replacement);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', line], {
      env: { PATH: process.env['PATH'], ...environment },
    });
    const output = stdout.trim();
    const [actual, expected] = [shapeOf(output), shapeOf(shown)];
    // The page shortens long answers.
    if (shown.includes('…,') || shown.includes('… ') || shown.includes(', …')) assert.ok(output.startsWith('{'), output);
    else assert.deepEqual(actual, expected, `${line}\n${output}`);
    const value = (name: string): string | undefined => new RegExp(`"${name}":"?([^",}]+)`).exec(output)?.[1];
    const shownValue = (name: string): string | undefined => new RegExp(`"${name}":"?([^",}]+)`).exec(shown)?.[1];
    if (value('preAuthorizedKey')) environment['KEY'] = value('preAuthorizedKey') ?? '';
    if (value('credential')) environment['CREDENTIAL'] = value('credential') ?? '';
    for (const name of ['executionId', 'hash'])
      if (shownValue(name) && value(name)) replacements.set(shownValue(name) ?? '', value(name) ?? '');
    if (value('fence') && command.includes('"unanswered"')) replacements.set(`"fence":${shownValue('fence')}`, `"fence":${value('fence')}`);
  }
  const executionId = [...replacements.values()][1] ?? '';
  const { body } = await client.call('GET /processing/executions/{executionId}', { path: { executionId } });
  assert.deepEqual([body.status, body.executionStatus, body.numberOfProcessedRows], ['execution_successful', 'EXECUTION_SUCCESS', 1]);
});
