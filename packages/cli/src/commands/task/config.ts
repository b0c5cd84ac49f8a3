import type { Schema } from '@millrace/contract';
import type { Client } from '@millrace/contract/client';
import { given } from '../../given.ts';
import { thingCommand } from '../../command-builders.ts';
import { type Context } from '../../context.ts';
import { Failure } from '../../failure.ts';
import { ifFound } from '../../if-found.ts';
import type { OptionsOf, OptionTable } from '../../option-table.ts';
import { readSeconds, readWholeNumber } from '../../option-values.ts';
import { clusterNoun, engineNoun } from '../engine/lookup.ts';
import { toTrigger, START_OPTIONS, describeTrigger } from '../trigger/options.ts';
import { findRunProfileId } from '../run-profile/lookup.ts';
import { readRunConfig, runtimeText, taskNoun } from './lookup.ts';

const LOG_LEVELS = ['OFF', 'ERROR', 'WARN', 'INFO'] as const;
const RETRIED_ENDS = ['FAILED', 'ENGINE_LOST', 'OUT_OF_MEMORY', 'EVICTED', 'TIMED_OUT'] as const;

type RunConfig = Schema<'TaskRunConfigRequest'>;
/** The fields that both run configurations of a task have, and that options change. */
type CommonField = 'trigger' | 'parallelExecutionAllowed' | 'logLevel' | 'timeout' | 'retry' | 'contextName';
type CommonFields = Pick<Schema<'TaskRunConfig'>, CommonField>;
type NamedRuntime = { type: Schema<'RuntimeType'>; id?: string };

const CONFIG_OPTIONS = {
  ...START_OPTIONS,
  '--engine <name or id>': 'the engine that runs it',
  '--cluster <name or id>': 'the cluster that runs it',
  '--any-engine': 'any engine of the environment runs it',
  '--dynamic-engine': 'the other run configuration of the task, which holds while a dynamic engine serves its environment',
  '--run-profile <name or id>': 'run profile of the engine or cluster; with --dynamic-engine, of the environment',
  '--no-run-profile': 'without a run profile',
  '--log-level <level>': { text: 'lowest severity that the job writes to its log', choices: LOG_LEVELS },
  '--timeout <minutes>': { text: 'end an execution that takes longer', parse: readWholeNumber },
  '--no-timeout': 'executions may take any time',
  '--attempts <n>': { text: 'attempts at most, the first one included; 1 for no retry', parse: readWholeNumber },
  '--wait <seconds>': {
    text: 'with --attempts: seconds before the second attempt; each further wait is twice as long',
    parse: readSeconds,
  },
  '--retry-on <ends...>': { text: 'with --attempts: ends that are followed by a further attempt', choices: RETRIED_ENDS },
  '--context <name>': 'the context of a job archive, instead of that of the task',
  '--no-context': 'the context of the task',
} as const satisfies OptionTable;

type ChangeOptions = OptionsOf<typeof CONFIG_OPTIONS>;

/** The trigger of a task without any run configuration. Both run configurations have the same trigger. */
const ON_REQUEST = { type: 'MANUAL' } as const;

/** `millrace task config`: shows the run configuration of a task, or changes it. */
export const changeTaskRunConfig = thingCommand(taskNoun, 'config', {
  summary: 'Show or change when, where and how a task runs',
  description: 'Show the run configuration of a task, or change what options name: when, where and how it runs',
  options: CONFIG_OPTIONS,
  examples: [
    'millrace task config nightly-load',
    'millrace task config nightly-load --daily --at 02:30 --zone Europe/Berlin --cluster "Night loads" --timeout 60',
    'millrace task config nightly-load --attempts 3 --wait 60 --retry-on FAILED ENGINE_LOST',
    'millrace task config nightly-load --dynamic-engine --run-profile Large',
  ],
  async run(context, taskId) {
    const { client, options } = context;
    const path = { taskId };
    if (options.dynamicEngine) return changeDynamicEngineConfig(context, path.taskId, options);
    const present = await readRunConfig(client, path.taskId);
    if (Object.keys(options).length > 0) {
      const other = present ? undefined : await readDynamicEngineConfig(client, path.taskId);
      const body = await changedConfig(client, present ?? { trigger: other?.trigger ?? ON_REQUEST, runtime: { type: 'CLOUD' } }, options);
      await client.call('PUT /orchestration/executables/tasks/{taskId}/run-config', { path, body });
    }
    return printConfig(context, await readRunConfig(client, path.taskId));
  },
});

/** Shows the run configuration for dynamic engines, or changes it if further options are given. */
async function changeDynamicEngineConfig(
  context: Context,
  taskId: string,
  { dynamicEngine: _flag, ...options }: ChangeOptions,
): Promise<void> {
  const { client } = context;
  const { engine, cluster, anyEngine, runProfile } = options;
  if ([engine, cluster, anyEngine].some((value) => value !== undefined))
    throw new Failure('usage', 'Give --dynamic-engine without --engine, --cluster and --any-engine.');
  const path = { taskId };
  if (Object.keys(options).length > 0) {
    const present: Schema<'DynamicEngineRunConfig'> = (await readDynamicEngineConfig(client, taskId)) ?? {
      trigger: (await readRunConfig(client, taskId))?.trigger ?? ON_REQUEST,
    };
    const { runProfileId: presentProfile, ...fields } = changedFields(present, options);
    const runProfileId = runProfile === undefined ? presentProfile : await environmentProfileId(client, taskId, runProfile);
    const body = { ...fields, ...given({ runProfileId }) };
    await client.call('PUT /orchestration/executables/tasks/{taskId}/de-run-config', { path, body });
  }
  return printConfig(context, await readDynamicEngineConfig(client, taskId));
}

/** Reads the run configuration of a task for dynamic engines; undefined if it has none. */
const readDynamicEngineConfig = async (client: Client, taskId: string): Promise<Schema<'DynamicEngineRunConfig'> | undefined> =>
  (await ifFound(client.call('GET /orchestration/executables/tasks/{taskId}/de-run-config', { path: { taskId } })))?.body;

/** The id of a run profile of the environment of a task; undefined for none. */
async function environmentProfileId(client: Client, taskId: string, runProfile: string | false): Promise<string | undefined> {
  if (runProfile === false) return undefined;
  const { body: task } = await client.call('GET /orchestration/executables/tasks/{taskId}', { path: { taskId } });
  const environmentId = task.workspace?.environment?.id;
  const filter = { processorTypes: ['DYNAMIC_ENGINE' as const], ...(environmentId !== undefined && { scopeIds: [environmentId] }) };
  return findRunProfileId(client, runProfile, filter);
}

/** The complete run configuration with the changes: the server empties a field that a request leaves out. */
async function changedConfig(client: Client, present: Schema<'TaskRunConfig'>, options: ChangeOptions): Promise<RunConfig> {
  return { ...changedFields(present, options), runtime: await changedRuntime(client, present.runtime, options) };
}

/** A run configuration with the changes of the fields that both run configurations of a task have. */
function changedFields<T extends CommonFields>(present: T, options: ChangeOptions): Omit<T, CommonField> & Pick<RunConfig, CommonField> {
  const { parallel, logLevel, timeout, attempts, wait, retryOn, context } = options;
  if (attempts === undefined && (wait !== undefined || retryOn)) throw new Failure('usage', '--wait and --retry-on need --attempts.');
  const {
    timeout: presentTimeout,
    retry,
    trigger,
    parallelExecutionAllowed,
    logLevel: presentLevel,
    contextName: presentContext,
    ...others
  } = present;
  const contextName = context === undefined ? presentContext : context;
  const minutes = timeout === undefined ? presentTimeout : timeout;
  const newRetry =
    attempts === undefined ? retry : attempts === 1 ? null : { ...retry, attempts, ...given({ waitSeconds: wait, on: retryOn }) };
  return {
    ...others,
    trigger: toTrigger(options) ?? trigger,
    ...given({ parallelExecutionAllowed: parallel ?? parallelExecutionAllowed, logLevel: logLevel ?? presentLevel }),
    ...(minutes !== undefined && minutes !== false && { timeout: minutes }),
    // The server keeps these two fields where a request leaves them out: null ends them.
    ...(newRetry !== undefined && { retry: newRetry }),
    ...(contextName !== undefined && { contextName: contextName === false ? null : contextName }),
  };
}

async function changedRuntime(client: Client, present: Schema<'Runtime'>, options: ChangeOptions): Promise<RunConfig['runtime']> {
  const { engine, cluster, anyEngine, runProfile } = options;
  if ([engine, cluster, anyEngine].filter((value) => value !== undefined).length > 1)
    throw new Failure('usage', 'Give only one of --engine, --cluster and --any-engine.');
  const runtime = (await namedRuntime(client, options)) ?? { type: present.type ?? 'CLOUD', ...given({ id: present.id }) };
  if (runProfile === false) return runtime;
  if (runProfile !== undefined) {
    const filter = runtime.id === undefined ? {} : { processorIds: [runtime.id] };
    return { ...runtime, runProfileId: await findRunProfileId(client, runProfile, filter) };
  }
  // A run profile belongs to the engine or cluster: another one does not have it.
  const stays = runtime.id !== undefined && runtime.id === present.id;
  return { ...runtime, ...given({ runProfileId: stays ? present.runProfileId : undefined }) };
}

/** The runtime that options name; undefined if none does. */
async function namedRuntime(client: Client, { engine, cluster, anyEngine }: ChangeOptions): Promise<NamedRuntime | undefined> {
  if (anyEngine) return { type: 'CLOUD' };
  if (engine !== undefined) return { type: 'REMOTE_ENGINE', id: await engineNoun.find(client, engine) };
  if (cluster !== undefined) return { type: 'REMOTE_ENGINE_CLUSTER', id: await clusterNoun.find(client, cluster) };
  return undefined;
}

function printConfig({ output }: Context, config: Schema<'TaskRunConfig'> | Schema<'DynamicEngineRunConfig'> | undefined): void {
  if (output.wantsData) return output.printData(config ?? null);
  if (!config) return output.note('The task has no run configuration.');
  const { trigger, parallelExecutionAllowed, logLevel, timeout, retry, contextName } = config;
  const runtime = 'runtime' in config ? config.runtime : undefined;
  return output.printProperties([
    ['Starts', describeTrigger(trigger)],
    ['Runs on', runtime ? runtimeText(runtime) : 'the dynamic engine of the environment'],
    ['Run profile', 'runtime' in config ? runtime?.runProfileId : config.runProfileId],
    ['In parallel', parallelExecutionAllowed ? 'yes' : 'no'],
    ['Log level', logLevel],
    ['Time limit', timeout === undefined ? undefined : `${timeout} min`],
    ['Context', contextName],
    ['Attempts', retry && `${retry.attempts}, after ${retry.on.join(', ')}; wait ${retry.waitSeconds} s, then × ${retry.backoff}`],
  ]);
}
