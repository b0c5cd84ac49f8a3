/** The list of plans. */
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useEnvironment } from '../../app/environment.tsx';
import { useFilters } from '../../app/filters.ts';
import { useOffsetList } from '../../app/lists.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChosenFilter } from '../../ui/choice-field.tsx';
import { NameLink } from '../../ui/data-table.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-choice.tsx';
import { planMessages } from './messages.ts';
import { stepsOfChart } from './plan-draft.ts';
import { PlanStatusMark } from './plan-status.tsx';

const REFRESH_INTERVAL = 5000;

/** The page. */
export function PlansPage(): ReactNode {
  const text = useText(planMessages);
  const { environment } = useEnvironment();
  const { filters, isFiltered, change, typed, chosen } = useFilters('/plans');
  const { name, workspace, task } = filters;
  const mayCreate = useMay('SVC_OPERATOR');
  const list = useOffsetList(
    'GET /orchestration/executables/plans',
    { query: { environmentId: environment?.id, name, workspaceId: workspace, taskId: task } },
    { enabled: environment !== undefined, every: REFRESH_INTERVAL },
  );
  return (
    <TablePage
      text={text}
      title={text('title')}
      create={
        mayCreate && (
          <Link to="/plans/new" className="button main">
            {text('new')}
          </Link>
        )
      }
      filters={
        <>
          <FilterField label={text('name')} {...typed('name')} placeholder={text('nameHint')} />
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
          id: 'lastRun',
          width: '11rem',
          render: ({ status, planPauseDetails }) =>
            planPauseDetails?.pause ? <StatusMark tone="off">{text('paused')}</StatusMark> : <PlanStatusMark status={status} />,
        },
        {
          id: 'workspace',
          width: '14rem',
          isWide: true,
          render: ({ workspace }) => (
            <span dir="auto" title={workspace?.name}>
              {workspace?.name}
            </span>
          ),
        },
        {
          id: 'steps',
          isWide: true,
          render: ({ chart }) => {
            const names = stepsOfChart(chart).map((step) => step.name);
            return <span title={names.join(' → ')}>{names.join(' → ')}</span>;
          },
        },
      ]}
    />
  );
}
