/** The list of runs. */
import type { ReactNode } from 'react';
import { serverNow } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useFilters } from '../../app/filters.ts';
import { runTarget } from '../../app/link-targets.ts';
import { PAST_PERIOD_NAMES } from '../../app/search.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { numberFormat } from '../../text/messages.ts';
import { ChosenFilter, FilterChoice, MultiChoiceField } from '../../ui/choice-field.tsx';
import { DataTable, NameLink } from '../../ui/data-table.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { EmptyList, PageHead } from '../../ui/page-parts.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { DurationText, TimeText } from '../../ui/time-text.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-choice.tsx';
import { runMessages } from './messages.ts';
import { RUN_STATUSES } from './run-filters.ts';
import { isLive, RunStatusMark, useRuns } from './run-status.tsx';

/** Each change of a filter leads to the newest runs. */
const FIRST_PAGE = { after: undefined };

/** The page. */
export function RunsPage(): ReactNode {
  const text = useText(runMessages);
  const language = useLanguage();
  const { environment } = useEnvironment();
  const { filters: search, change, clear, typed, chosen } = useFilters('/runs', FIRST_PAGE);
  const { after, ...filters } = search;
  const { older, ...list } = useRuns(environment?.id, filters, after);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <div className="page-fill">
      <PageHead title={text('title')} />
      <div className="filters" role="search">
        <FilterField label={text('name')} {...typed('name')} placeholder={text('nameHint')} />
        <MultiChoiceField
          label={text('status')}
          values={filters.status ?? []}
          options={RUN_STATUSES.map((id) => ({ id, name: text(id) }))}
          onChange={(status) => change({ status: status.length > 0 ? status : undefined })}
        />
        <FilterChoice
          label={text('period')}
          {...chosen('period')}
          options={PAST_PERIOD_NAMES.map((id) => ({ id, name: text(`period${id}`) }))}
        />
        <WorkspaceFilter {...chosen('workspace')} />
        <FilterChoice
          label={text('withPlans')}
          any={text('onlyTasks')}
          {...chosen('plans')}
          options={[{ id: 'yes', name: text('tasksAndPlans') }]}
        />
        {filters.task !== undefined && <ChosenFilter name={text('oneTask')} onRemove={() => change({ task: undefined })} />}
      </div>
      {after !== undefined && (
        <p className="hint">
          {text('olderHint')} <TextLink to="/runs" search={filters} name={text('newest')} />
        </p>
      )}
      <DataTable
        key={after}
        text={text}
        label={text('title')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'status',
            width: '10rem',
            render: ({ status, misfiredReason }) => <RunStatusMark status={status} misfiredReason={misfiredReason} />,
          },
          {
            id: 'name',
            render: ({ id, name, taskId }, focus) => (
              <NameLink {...focus} {...runTarget(taskId === undefined ? 'PLAN' : 'TASK', id)} name={name} />
            ),
          },
          {
            id: 'started',
            width: '13rem',
            isWide: true,
            render: ({ runStartTime, triggerTime }) => <TimeText at={runStartTime ?? triggerTime} />,
          },
          {
            id: 'duration',
            width: '6rem',
            align: 'end',
            isWide: true,
            render: ({ status, runStartTime, executeDurationMs }) => (
              <DurationText
                milliseconds={
                  executeDurationMs ?? (isLive(status) && runStartTime !== undefined ? Math.max(serverNow() - runStartTime, 0) : undefined)
                }
              />
            ),
          },
          { id: 'trigger', width: '7rem', isWide: true, render: ({ triggerType }) => text(triggerType) },
          { id: 'engine', width: '11rem', isWide: true, render: ({ engineName, clusterName }) => engineName ?? clusterName ?? '–' },
          {
            id: 'rejected',
            width: '7rem',
            align: 'end',
            isWide: true,
            render: ({ numberOfRejectedRows: rows }) => (rows === undefined ? '–' : numberFormat(language).format(rows)),
          },
        ]}
        empty={<EmptyList text={text} isFiltered={isFiltered} onClear={clear} />}
      />
      {older !== undefined && (
        <p>
          <ButtonLink to="/runs" search={{ ...filters, after: older }} name={text('older')} />
        </p>
      )}
    </div>
  );
}
