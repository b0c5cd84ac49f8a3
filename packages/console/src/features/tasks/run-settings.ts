/** The values of the form for the settings of the runs of a task. */
import type { BodyOf, Schema } from '@millrace/contract';
import { runtimeKey, type RuntimeOption } from './runtime-text.ts';

/** A log level of a job. */
export type RunLogLevel = Schema<'LogLevel'>;

/** The log levels, from the one with the most lines. */
export const LOG_LEVELS = ['INFO', 'WARN', 'ERROR', 'OFF'] as const satisfies readonly RunLogLevel[];

/** The values of the fields. */
export type RunSettings = {
  runtime: string;
  runProfileId: string;
  logLevel: RunLogLevel;
  timeout: string;
  parallel: boolean;
  attempts: string;
  waitSeconds: string;
  /** Empty for that of the task. */
  contextName: string;
};

/** The values for a run configuration. */
export const toRunSettings = (config: Schema<'TaskRunConfig'> | undefined): RunSettings => ({
  runtime: runtimeKey(config?.runtime ?? {}),
  runProfileId: config?.runtime.runProfileId ?? '',
  logLevel: config?.logLevel ?? 'WARN',
  timeout: config?.timeout === undefined ? '' : String(config.timeout),
  parallel: config?.parallelExecutionAllowed ?? false,
  attempts: String(config?.retry?.attempts ?? 1),
  waitSeconds: String(config?.retry?.waitSeconds ?? 30),
  contextName: config?.contextName ?? '',
});

type RunConfigBody = BodyOf<'PUT /orchestration/executables/tasks/{taskId}/run-config'>;

/** The body that saves a form. The trigger, and settings that the form does not have, are kept. */
export function toRunConfigBody(
  form: RunSettings,
  options: readonly RuntimeOption[],
  before: Schema<'TaskRunConfig'> | undefined,
): RunConfigBody {
  const { runtime = { type: 'CLOUD' } } = options.find(({ id }) => id === form.runtime) ?? {};
  const attempts = Number(form.attempts);
  const { trigger = { type: 'MANUAL' }, retry, timeout: _, ...rest } = before ?? {};
  return {
    ...rest,
    trigger: trigger as RunConfigBody['trigger'],
    runtime: { ...runtime, ...(form.runProfileId !== '' && { runProfileId: form.runProfileId }) },
    parallelExecutionAllowed: form.parallel,
    logLevel: form.logLevel,
    ...(form.timeout !== '' && { timeout: Number(form.timeout) }),
    // The server keeps these two where a field is absent.
    retry: attempts === 1 ? null : { ...retry, attempts, waitSeconds: Number(form.waitSeconds) },
    contextName: form.contextName,
  };
}
