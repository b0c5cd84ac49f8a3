/** The list of plans. */
import type { ReactNode } from 'react';
import { useFilters } from '../../app/filters.ts';
import { useEnvironmentList } from '../../app/lists.ts';
import { CHANGES_TASKS } from '../../app/needs.ts';
import { useText } from '../../text/language.tsx';
import { ButtonLink, NameLink } from '../../ui/links.tsx';
import { ChosenFilter } from '../../ui/choice-field.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { AgoText } from '../../ui/time-text.tsx';
import { useLack } from '../workspace-permissions/lack.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-choice.tsx';
import { RunMarks } from '../task-executions/run-marks.tsx';
import { planMessages } from './messages.ts';
import { stepsOfChart } from './plan-draft.ts';
import { usePlanOverviews } from './plan-overviews.ts';
import { PlanStatusMark } from './plan-status.tsx';

const REFRESH_INTERVAL = 5000;
const OVERVIEW_INTERVAL = 15_000;

/** The page. */
export function PlansPage(): ReactNode {
  const text = useText(planMessages);
  const { filters, isFiltered, change, typed, chosen } = useFilters('/plans');
  const { name, workspace, task } = filters;
  const mayCreate = useLack(CHANGES_TASKS) === undefined;
  const list = useEnvironmentList(
    'GET /orchestration/executables/plans',
    { name, workspaceId: workspace, taskId: task },
    { every: REFRESH_INTERVAL },
  );
  const overviews = usePlanOverviews(
    list.rows.map(({ executable }) => executable),
    OVERVIEW_INTERVAL,
  );
  return (
    <TablePage
      text={text}
      title={text('plans')}
      create={mayCreate && <ButtonLink to="/plans/new" tone="main" name={text('newPlan')} />}
      filters={
        <>
          <FilterField label={text('name')} {...typed('name')} placeholder={text('nameBeginning')} />
          <WorkspaceFilter {...chosen('workspace')} />
          {task !== undefined && <ChosenFilter name={text('oneTask')} onRemove={() => change({ task: undefined })} />}
        </>
      }
      isFiltered={isFiltered}
      list={list}
      keyOf={({ executable }) => executable}
      columns={[
        {
          id: 'name',
          render: ({ executable, name }, focus) => <NameLink {...focus} to="/plans/$planId" params={{ planId: executable }} name={name} />,
        },
        {
          id: 'state',
          width: '8rem',
          isInCard: true,
          render: ({ status, planPauseDetails }) =>
            planPauseDetails?.pause ? <StatusMark tone="off">{text('paused')}</StatusMark> : <PlanStatusMark status={status} />,
        },
        {
          id: 'lastRuns',
          width: '10.5rem',
          isWide: true,
          render: ({ executable }) => {
            const overview = overviews.get(executable);
            return (
              overview &&
              overview.lastRuns.length > 0 && <RunMarks newestFirst={overview.lastRuns.map(({ executionStatus }) => executionStatus)} />
            );
          },
        },
        {
          id: 'lastRun',
          width: '7rem',
          isInCard: true,
          render: ({ executable }) => {
            const [last] = overviews.get(executable)?.lastRuns ?? [];
            return last && <AgoText at={last.startTimestamp} />;
          },
        },
        {
          id: 'nextStart',
          width: '7rem',
          isWide: true,
          render: ({ executable }) => {
            const overview = overviews.get(executable);
            return overview && (overview.nextStart === undefined ? '–' : <AgoText at={overview.nextStart} />);
          },
        },
        {
          id: 'workspace',
          width: '10rem',
          isWide: true,
          render: ({ workspace }) => <bdi title={workspace?.name}>{workspace?.name}</bdi>,
        },
        {
          id: 'steps',
          isWide: 'very',
          render: ({ chart }) => {
            const names = stepsOfChart(chart).map((step) => step.name);
            return <span title={names.join(' → ')}>{names.join(' → ')}</span>;
          },
        },
      ]}
    />
  );
}
