import type { Schema } from '@millrace/contract';
import type { ExplanationKey } from '@millrace/contract/explanation-texts';
import { ENGLISH_SENTENCES, sentencesOf, type SentenceLanguage } from '@millrace/contract/explanations';
import { plainMessage } from '@millrace/contract/plain-messages';
import { type AddCommand, serverCommand, thingCommand } from '../../command-builders.ts';
import type { Cell } from '../../table.ts';
import { stateCell } from '../../states.ts';
import { localTime, oneLine, withLocalTimes } from '../../text.ts';
import { AVAILABILITIES } from '../engine/lookup.ts';
import { executionNoun, withTaskExecution } from '../execution/lookup.ts';
import { serviceAccountNoun } from '../service-account/lookup.ts';
import { userNoun } from '../user/lookup.ts';

/** The commands that do what an advice says. */
const COMMANDS: { readonly [Key in ExplanationKey]?: string } = {
  createEngine: 'millrace engine pair',
  pairEngine: 'millrace engine pair',
  correctTask: 'millrace execution logs',
  checkMemory: 'millrace execution logs',
  readRejected: 'millrace execution logs',
  readLacked: 'millrace execution logs',
};

/** The English sentences; an advice names the command that does what it says. */
export const sentencesWithCommands = (executionId: string): SentenceLanguage => ({
  text(key, values) {
    const sentence = ENGLISH_SENTENCES.text(key, values);
    const command = COMMANDS[key];
    if (command === undefined) return sentence;
    return `${sentence.replace(/\.$/, '')} (${command.endsWith('logs') ? `${command} ${executionId}` : command}).`;
  },
  error: plainMessage,
});

const explainTaskExecution = thingCommand(executionNoun, 'explain', {
  description: 'Show why an execution waits, misfired or failed, or how it ended',
  examples: ['millrace explain 01985b5e-7d5c-7000-8000-2d3c5a9f1b42'],
  async run({ client, output }, executionId) {
    const { body: explanation } = await withTaskExecution(client, executionId, () =>
      client.call('GET /processing/executions/{executionId}/explanation', { path: { executionId } }),
    );
    if (output.wantsData) return output.printData(explanation);
    const { why, further, next, log } = sentencesOf(explanation, sentencesWithCommands(executionId));
    const { misfiredExecutionReason } = explanation.reasons[0]?.evidence ?? {};
    return output.printProperties([
      ['Execution', explanation.executionId],
      ['State', stateCell(explanation.executionStatus, misfiredExecutionReason)],
      ['Summary', { text: withLocalTimes(why), tone: 'bold' }],
      ...further.map((sentence): [string, Cell] => ['Also', withLocalTimes(sentence)]),
      ...enginesOf(explanation).map((engine): [string, Cell] => ['Engine', describeEngine(engine)]),
      ['Context', explanation.contextName],
      ['Exit code', explanation.reasons[0]?.evidence.exitCode],
      ['Last error', explanation.reasons[0]?.evidence.lastErrorLine],
      ...explanation.timeline.map(({ at, what, milliseconds }): [string, Cell] => [titleOf(what), describeMoment(at, milliseconds)]),
      ['Log', log],
      ['Next', next && withLocalTimes(next)],
    ]);
  },
});

const enginesOf = ({ reasons }: Schema<'Explanation'>): Schema<'ExplanationEngine'>[] => {
  const all = reasons.flatMap(({ evidence }) => [...(evidence.engines ?? []), ...(evidence.engine ? [evidence.engine] : [])]);
  return [...new Map(all.map((engine) => [engine.id, engine])).values()];
};

function describeEngine(engine: Schema<'ExplanationEngine'>): string {
  const { name, status, availability, illness, lastHeartbeat, running, capacity } = engine;
  const load = capacity === undefined ? `runs ${running} tasks` : `runs ${running} of at most ${capacity} tasks`;
  const heartbeat = lastHeartbeat === undefined ? 'no heartbeat' : `last heartbeat ${localTime(lastHeartbeat)}`;
  const ill = illness ? `, ill since ${localTime(illness.since)}: ${oneLine(illness.message)}` : '';
  return `${name}: ${status === 'PAIRED' ? AVAILABILITIES[availability] : 'not paired'}${ill}, ${load}, ${heartbeat}`;
}

function describeMoment(at: string, milliseconds: number | undefined): string {
  return milliseconds === undefined ? localTime(at) : `${localTime(at)} (after ${(milliseconds / 1000).toFixed(1)} s)`;
}

const titleOf = (what: string): string => what.charAt(0) + what.slice(1).toLowerCase().replace('_', ' ');

const RESULT_TEXTS = { PASSED: 'passed', FAILED: 'failed', NOT_CHECKED: 'not checked' } as const;

const explainAccess = serverCommand('access', {
  description: 'Show whether an account may use an operation of the API, and why',
  arguments: { '<operation>': 'method and path, with the id of the object or with its variable' },
  options: {
    '--user <user>': { text: 'login or id of a user (default: you)', conflicts: ['serviceAccount'] },
    '--service-account <account>': 'name or id of a service account',
    '--id <id>': 'object on which the operation needs a right',
    '--from <address>': 'address from which the account calls, to check the IP allowlist too',
  },
  examples: ["millrace explain access 'POST /processing/executions' --user ada --id 01985b5e-7d5c-7000-8000-2d3c5a9f1b42"],
  async run({ client, output, options: { user, serviceAccount, id, from } }, operation: string) {
    const account =
      user === undefined ? serviceAccount && (await serviceAccountNoun.find(client, serviceAccount)) : await userNoun.find(client, user);
    const { body } = await client.call('GET /security/explanations', {
      query: { operation, ...(account && { account }), ...(id && { id }), ...(from && { address: from }) },
    });
    if (output.wantsData) return output.printData(body);
    return output.printProperties([
      ['Operation', body.operation],
      ['Account', body.account.name],
      ['Answer', { text: body.allowed ? 'allowed' : 'denied', tone: body.allowed ? 'green' : 'red' }],
      ...body.checks.map(({ check, result, message, through }): [string, Cell] => [
        check.charAt(0) + check.slice(1).toLowerCase(),
        `${RESULT_TEXTS[result]}: ${message}${through.length > 0 ? ` Through ${through.map(describeSource).join(', ')}.` : ''}`,
      ]),
    ]);
  },
});

const describeSource = ({ type, name, group }: Schema<'AccessSource'>): string =>
  `${type.toLowerCase().replaceAll('_', ' ')} '${name}'${group ? ` of the group '${group.name}'` : ''}`;

/** `millrace explain`, with `access` below it. */
export const explainGroup: AddCommand = (program, shell) => {
  const command = explainTaskExecution(program, shell);
  explainAccess(command, shell);
  return command;
};
