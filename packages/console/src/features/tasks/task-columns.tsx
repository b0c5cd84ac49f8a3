/** The columns of the list of tasks. The id of a column is the key of its message, too. */
import type { Schema } from '@millrace/contract';
import { STATE_OF_STATUS } from '@millrace/contract/run-states';
import type { ChoosableColumn } from '../../app/chosen-columns.tsx';
import type { TextOf } from '../../text/texts.ts';
import { NameLink } from '../../ui/links.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { AgoText } from '../../ui/time-text.tsx';
import { RunMarks } from '../task-executions/run-marks.tsx';
import type { stateMessages } from '../task-executions/state-messages.ts';
import type { taskMessages } from './messages.ts';
import { TagLinks } from './tag-links.tsx';

/** A task as the list has it. */
export type ListedTask = Schema<'TaskExtract'>;

/** What the columns know besides the tasks. */
type Known = {
  /** Undefined while it is being read. */
  overviewOf: (task: ListedTask) => Schema<'TaskOverview'> | undefined;
  runtimeName: (runtime: Schema<'Runtime'> | undefined) => string;
  stateText: TextOf<typeof stateMessages>;
};

/** The columns. */
export const taskColumns = (
  text: TextOf<typeof taskMessages>,
  { overviewOf, runtimeName, stateText }: Known,
): readonly ChoosableColumn<ListedTask, typeof taskMessages>[] => [
  {
    id: 'state',
    csv: ({ taskPauseDetails }) => text(taskPauseDetails?.pause ? 'paused' : 'ready'),
    width: '7rem',
    isInCard: true,
    render: ({ taskPauseDetails }) =>
      taskPauseDetails?.pause ? <StatusMark tone="off">{text('paused')}</StatusMark> : <StatusMark tone="good">{text('ready')}</StatusMark>,
  },
  {
    id: 'name',
    csv: ({ name }) => name,
    render: ({ executable, name }, focus) => <NameLink {...focus} to="/tasks/$taskId" params={{ taskId: executable }} name={name} />,
  },
  {
    id: 'runs',
    csv: (task) =>
      overviewOf(task)
        ?.lastRuns.map(({ executionStatus }) => stateText(STATE_OF_STATUS[executionStatus]))
        .join(' '),
    width: '10.5rem',
    isWide: true,
    choice: 'shown',
    render: (task) => {
      const overview = overviewOf(task);
      return overview && <RunMarks newestFirst={overview.lastRuns.map(({ executionStatus }) => executionStatus)} />;
    },
  },
  {
    id: 'lastRun',
    csv: (task) => overviewOf(task)?.lastRuns[0]?.startTimestamp ?? overviewOf(task)?.lastRuns[0]?.triggerTimestamp,
    width: '6.5rem',
    isInCard: true,
    choice: 'shown',
    render: (task) => {
      const [last] = overviewOf(task)?.lastRuns ?? [];
      return last && <AgoText at={last.startTimestamp ?? last.triggerTimestamp} />;
    },
  },
  {
    id: 'nextStart',
    csv: (task) => overviewOf(task)?.nextStart,
    width: '6.5rem',
    isWide: true,
    choice: 'shown',
    render: (task) => {
      const overview = overviewOf(task);
      return overview && (overview.nextStart === undefined ? '–' : <AgoText at={overview.nextStart} />);
    },
  },
  {
    id: 'artifactVersion',
    csv: (task) => overviewOf(task)?.artifactVersion,
    header: text('version'),
    width: '8rem',
    isWide: true,
    choice: 'shown',
    render: (task) => {
      const overview = overviewOf(task);
      if (!overview) return undefined;
      const { artifactVersion, newerArtifactVersion: newer } = overview;
      return (
        <span title={newer === undefined ? artifactVersion : text('newer', { version: newer })}>
          {artifactVersion}
          {newer !== undefined && <span className="hint"> → {newer}</span>}
        </span>
      );
    },
  },
  {
    id: 'tags',
    csv: (task) => overviewOf(task)?.tags.join(' '),
    width: '7rem',
    isWide: true,
    choice: 'shown',
    render: (task) => {
      const tags = overviewOf(task)?.tags ?? [];
      return (
        <span title={tags.join(', ')}>
          <TagLinks tags={tags} />
        </span>
      );
    },
  },
  {
    id: 'workspace',
    csv: ({ workspace }) => workspace.name,
    width: '10rem',
    isWide: true,
    choice: 'hidden',
    render: ({ workspace }) => <bdi title={workspace.name}>{workspace.name}</bdi>,
  },
  {
    id: 'artifact',
    csv: (task) => overviewOf(task)?.artifactName,
    width: '10rem',
    isWide: true,
    choice: 'hidden',
    render: (task) => <bdi title={overviewOf(task)?.artifactName}>{overviewOf(task)?.artifactName}</bdi>,
  },
  {
    id: 'taskVersion',
    csv: (task) => overviewOf(task)?.version,
    width: '8rem',
    isWide: true,
    choice: 'hidden',
    render: (task) => overviewOf(task)?.version,
  },
  {
    id: 'engine',
    csv: ({ runtime }) => runtimeName(runtime),
    width: '12rem',
    isWide: true,
    choice: 'hidden',
    render: ({ runtime }) => <bdi>{runtimeName(runtime)}</bdi>,
  },
];
