import { fileRunConfig } from '../kinds/executables.ts';
import { addressLabel, type EstateAddress } from '../model/address.ts';
import type { EstateFields } from '../model/kind.ts';
import { hasFields } from '../model/places.ts';
import { objectAt, textAt } from './answer-fields.ts';
import type { ImportRun } from './import-run.ts';

/** The pause of a task or plan as files have it; undefined if it is not paused. */
export function importedPause(details: unknown): EstateFields | undefined {
  return hasFields(details) && details['pause'] === true ? { pause: true, pauseContext: details['pauseContext'] } : undefined;
}

/** The run configuration of a task or plan in the form of files, with ids; undefined where there is none. */
export function runConfigOf(run: ImportRun, address: EstateAddress, answer: unknown): EstateFields | undefined {
  if (!hasFields(answer)) return undefined;
  const given = objectAt(answer, 'trigger');
  const isTask = address.noun === 'task';
  const trigger = given && textAt(given, 'type') !== undefined ? triggerOf(run, address, given) : { type: 'MANUAL' };
  if (!given)
    run.report.add(
      'answers',
      addressLabel(address),
      'The run configuration says nothing about its start.',
      'The file leaves the trigger out: it starts by hand, or by its schedule.',
    );
  const { runtime: _r, trigger: _t, logLevel, ...rest } = answer;
  const config = fileRunConfig({
    ...rest,
    ...(isTask && { logLevel, runtime: runtimeOf(run, address, objectAt(answer, 'runtime')) }),
    trigger,
  } as never);
  return withoutEmpty(config);
}

/** Clients send empty texts for settings that they leave out, and services return them. */
const withoutEmpty = (fields: EstateFields): EstateFields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => (value === '' ? [] : [[key, hasFields(value) ? withoutEmpty(value) : value]])),
  );

function triggerOf(run: ImportRun, address: EstateAddress, trigger: EstateFields): EstateFields {
  const type = textAt(trigger, 'type') ?? '';
  if (type !== 'MANUAL' && type !== 'WEBHOOK' && type !== 'MULTIPLE') reportStart(run, address);
  const { webhook, ...rest } = trigger;
  // Services return empty schedules beside triggers of other types.
  const own = type === 'MANUAL' ? { type } : rest;
  if (!hasFields(webhook) || type !== 'WEBHOOK') return own;
  run.report.add(
    'starts',
    addressLabel(address),
    'Its webhook gets another URL here.',
    `Read the URL with \`millrace ${address.noun} config\` after you have applied the files, and give it to the callers.`,
  );
  const { runAsUser, runAsUserType, newUrl: _n, url: _u, ...others } = webhook;
  const accounts = runAsUserType === 'SERVICE' ? run.targetServer?.serviceAccounts : run.targetServer?.users;
  if (typeof runAsUser === 'string' && accounts?.has(runAsUser)) return { ...own, webhook: { ...others, runAsUser, runAsUserType } };
  if (typeof runAsUser === 'string' && runAsUser !== '')
    run.report.add(
      'accounts',
      addressLabel(address),
      `Its webhook runs as ${runAsUser}, who does not exist here or could not be looked up.`,
      'It runs as the account that applies the files. Write `runAsUser` into the file to change this.',
    );
  return { ...own, webhook: others };
}

/** Reports that a task or plan will start on both servers: here, and in the account. */
export function reportStart({ report }: ImportRun, address: EstateAddress): void {
  report.add(
    'starts',
    addressLabel(address),
    'It starts by time as soon as the files are applied, and goes on in the account as well.',
    'Pause it in the account first, or write `pause: { pause: true }` into its file.',
  );
}

function runtimeOf(run: ImportRun, address: EstateAddress, runtime: EstateFields | undefined): EstateFields {
  const type = textAt(runtime, 'type');
  const runProfileId = textAt(runtime, 'runProfileId');
  if (type === 'REMOTE_ENGINE' || type === 'REMOTE_ENGINE_CLUSTER') {
    const noun = type === 'REMOTE_ENGINE' ? 'engine' : 'cluster';
    const id = textAt(runtime, 'id') ?? textAt(runtime, `${noun}Id`) ?? 'unknown';
    if (!run.addresses.has(id)) {
      run.addresses.set(id, { noun, names: [address.names[0] ?? '', id] });
      run.report.add(
        'engines',
        addressLabel(address),
        `The name of its ${noun} ${id} could not be read. The file has the id in its place.`,
        `Write the name of the ${noun} into the file. Until then, \`millrace apply\` refuses it.`,
      );
    }
    return { type, id, ...(runProfileId !== undefined && { runProfileId }) };
  }
  if (type === 'CLOUD') {
    reportCloud(
      run,
      address,
      'It runs on a cloud engine.',
      'Here, CLOUD means any free engine of the environment: start one, or name an engine in the file.',
    );
    return { type };
  }
  reportCloud(
    run,
    address,
    `It runs on ${type ?? 'an engine that the answer does not name'}, which does not exist here. The file says CLOUD.`,
    'CLOUD means any free engine of the environment: check that one can run it, or name an engine in the file.',
  );
  return { type: 'CLOUD' };
}

/** Reports a place of a run that exists in the cloud only. */
const reportCloud = (run: ImportRun, address: EstateAddress, problem: string, advice: string): void =>
  run.report.add('cloud', addressLabel(address), problem, advice);
