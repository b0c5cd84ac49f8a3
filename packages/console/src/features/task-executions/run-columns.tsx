/** The columns of the list of runs. */
import { RUN_STATES, STATE_OF_STATUS, stateOfRun } from '@millrace/contract/run-states';
import type { ChoosableColumn } from '../../app/chosen-columns.tsx';
import { runTarget } from '../../app/link-targets.ts';
import type { TextOf } from '../../text/texts.ts';
import { numberFormat } from '../../text/formats.ts';
import type { Language } from '../../text/languages.ts';
import { NameLink } from '../../ui/links.tsx';
import { AgoText, DurationText, RunningDuration } from '../../ui/time-text.tsx';
import { errorText, shortErrorText } from './error-text.ts';
import type { runMessages } from './messages.ts';
import { missedReason, type missedMessages } from './missed-messages.ts';
import type { Run } from './read-runs.ts';
import { isLive, RunStatusMark } from './run-status.tsx';
import type { stateMessages } from './state-messages.ts';

/** A time in a downloaded file. */
const isoText = (time: number | undefined): string | undefined => (time === undefined ? undefined : new Date(time).toISOString());

type RunText = TextOf<typeof runMessages>;

/** Who or what has started a run: a person, a program or a plan by its name; otherwise the kind of the start, such as a schedule or a webhook. */
const startedBy = (text: RunText, { triggerType, operatorName, planName }: Run): string =>
  triggerType === 'MANUAL' && operatorName !== ''
    ? operatorName
    : triggerType === 'PLAN' && planName !== undefined
      ? planName
      : text(triggerType);

const nameOrDash = (name: string | undefined) => <bdi title={name}>{name ?? '–'}</bdi>;

/** The texts of the columns, and the language of their numbers and errors. */
type Known = { stateText: TextOf<typeof stateMessages>; reasonText: TextOf<typeof missedMessages>; language: Language };

/** The columns. Those of little use in most views are hidden until the person chooses them. */
export const runColumns = (
  text: RunText,
  { stateText, reasonText, language }: Known,
): readonly ChoosableColumn<Run, typeof runMessages>[] => [
  {
    id: 'state',
    csv: ({ status, misfiredReason }) => stateText(stateOfRun(status, misfiredReason)),
    width: '9.5rem',
    isInCard: true,
    render: ({ status, misfiredReason }) => <RunStatusMark status={status} misfiredReason={misfiredReason} />,
  },
  {
    id: 'name',
    csv: ({ name }) => name,
    render: ({ id, name, taskId }, focus) => <NameLink {...focus} {...runTarget(taskId === undefined ? 'PLAN' : 'TASK', id)} name={name} />,
  },
  {
    id: 'started',
    csv: ({ runStartTime, triggerTime }) => isoText(runStartTime ?? triggerTime),
    width: '7rem',
    isInCard: true,
    choice: 'shown',
    render: ({ runStartTime, triggerTime }) => {
      const at = runStartTime ?? triggerTime;
      return at === undefined ? '–' : <AgoText at={at} />;
    },
  },
  {
    id: 'duration',
    csv: ({ executeDurationMs }) => (executeDurationMs !== undefined ? executeDurationMs / 1000 : undefined),
    width: '6rem',
    align: 'end',
    isWide: true,
    choice: 'shown',
    render: ({ status, runStartTime, executeDurationMs }) =>
      executeDurationMs === undefined && isLive(status) && runStartTime !== undefined ? (
        <RunningDuration since={runStartTime} />
      ) : (
        <DurationText milliseconds={executeDurationMs} />
      ),
  },
  {
    id: 'reason',
    csv: ({ errorMessage, misfiredReason }) => errorMessage ?? missedReason(misfiredReason, reasonText),
    isWide: true,
    isInCard: 'between',
    choice: 'shown',
    render: ({ errorMessage, misfiredReason }) => {
      if (errorMessage === undefined) return missedReason(misfiredReason, reasonText) ?? '';
      return <bdi title={errorText(errorMessage, language)}>{shortErrorText(errorMessage, language)}</bdi>;
    },
  },
  {
    id: 'startedBy',
    csv: (run) => startedBy(text, run),
    width: '8rem',
    isWide: true,
    choice: 'shown',
    render: (run) => <bdi title={text(run.triggerType)}>{startedBy(text, run)}</bdi>,
  },
  {
    id: 'engine',
    csv: ({ engineName, clusterName }) => engineName ?? clusterName,
    width: '8rem',
    isWide: 'very',
    choice: 'shown',
    render: ({ engineName, clusterName }) => nameOrDash(engineName ?? clusterName),
  },
  {
    id: 'kind',
    csv: ({ taskId }) => text(taskId === undefined ? 'PLAN' : 'task'),
    width: '6rem',
    isWide: true,
    choice: 'hidden',
    render: ({ taskId }) => text(taskId === undefined ? 'PLAN' : 'task'),
  },
  {
    id: 'rejected',
    csv: ({ numberOfRejectedRows }) => numberOfRejectedRows,
    width: '7rem',
    align: 'end',
    isWide: true,
    choice: 'hidden',
    render: ({ numberOfRejectedRows: rows }) => (rows === undefined ? '–' : numberFormat(language).format(rows)),
  },
  {
    id: 'artifact',
    csv: ({ artifactName }) => artifactName,
    width: '11rem',
    isWide: true,
    choice: 'hidden',
    render: ({ artifactName }) => nameOrDash(artifactName),
  },
  {
    id: 'artifactVersion',
    csv: ({ artifactVersion }) => artifactVersion,
    width: '11rem',
    isWide: true,
    choice: 'hidden',
    render: ({ artifactVersion }) => artifactVersion ?? '–',
  },
  {
    id: 'tags',
    csv: ({ tags = [] }) => tags.join(' '),
    width: '10rem',
    isWide: true,
    choice: 'hidden',
    render: ({ tags = [] }) => nameOrDash(tags.join(', ') || undefined),
  },
];

/** Whether a run did not end well. */
export const endedBadly = ({ status }: Run): boolean => RUN_STATES[STATE_OF_STATUS[status]].group === 'failed';
