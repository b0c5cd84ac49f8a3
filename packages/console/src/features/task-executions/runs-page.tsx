/** The list of runs. */
import type { ReactNode } from 'react';
import { useChosenColumns } from '../../app/chosen-columns.tsx';
import { useEnvironment } from '../../app/environment.tsx';
import { useFilters } from '../../app/filters.ts';
import { ListDownload } from '../../app/list-download.tsx';
import { SavedViews } from '../../app/saved-views.tsx';
import { PAST_PERIOD_NAMES } from '../../app/past-periods.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ChosenFilter, FilterChoice } from '../../ui/choice-field.tsx';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { EmptyList } from '../../ui/page-parts.tsx';
import { RangeChoice } from '../../ui/range-choice.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { WorkspaceFilter } from '../workspaces/workspace-choice.tsx';
import { runMessages } from './messages.ts';
import { missedMessages } from './missed-messages.ts';
import { useRunActions } from './run-actions.ts';
import { endedBadly, runColumns } from './run-columns.tsx';
import { useRunCounts } from './run-counts.ts';
import { RunHistogram } from './run-histogram.tsx';
import { RunStateChips } from './run-state-chips.tsx';
import { useRuns } from './read-runs.ts';
import { stateMessages } from './state-messages.ts';

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
  const { columns, columnChoice, columnView } = useChosenColumns(
    'runs',
    text,
    runColumns(text, { stateText: useText(stateMessages), reasonText: useText(missedMessages), language }),
  );
  const { data: counts } = useRunCounts(environment?.id, filters);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <TablePage
      key={after}
      text={text}
      title={text('title')}
      filters={
        <>
          <FilterField label={text('name')} {...typed('name')} placeholder={text('nameHint')} />
          <RangeChoice
            label={text('period')}
            period={filters.period}
            periods={PAST_PERIOD_NAMES.map((id) => ({ id, name: text(`period${id}`) }))}
            from={filters.from}
            to={filters.to}
            onChange={change}
          />
          <FilterChoice
            label={text('startedBy')}
            {...chosen('started')}
            options={[
              { id: 'call', name: text('byCall') },
              { id: 'itself', name: text('byItself') },
            ]}
          />
          <WorkspaceFilter {...chosen('workspace')} />
          <FilterChoice
            label={text('withPlans')}
            any={text('onlyTasks')}
            {...chosen('plans')}
            options={[{ id: 'yes', name: text('tasksAndPlans') }]}
          />
          {filters.cause !== undefined && <ChosenFilter name={text('oneCause')} onRemove={() => change({ cause: undefined })} />}
          {filters.task !== undefined && <ChosenFilter name={text('oneTask')} onRemove={() => change({ task: undefined })} />}
        </>
      }
      tools={
        <>
          <SavedViews list="runs" columns={columnView} />
          {columnChoice}
          <ListDownload name="runs" text={text} read={async (most) => ({ ...(await list.readAll(most)), columns })} />
        </>
      }
      above={
        <>
          <RunStateChips
            chosen={filters.status ?? []}
            totals={counts?.totals}
            isCapped={counts?.isCapped ?? false}
            onChange={(status) => change({ status })}
          />
          <RunHistogram counts={counts} chosen={filters.status ?? []} onNarrow={(range) => change({ ...range, period: undefined })} />
          {after !== undefined && (
            <p className="hint">
              {text('olderHint')} <TextLink to="/runs" search={filters} name={text('newest')} />
            </p>
          )}
        </>
      }
      list={list}
      keyOf={({ id }) => id}
      toneOf={(run) => (endedBadly(run) ? 'bad' : undefined)}
      selection={{ nameOf: ({ name }) => name, actions: useRunActions() }}
      columns={columns}
      empty={<EmptyList text={text} isFiltered={isFiltered} onClear={clear} />}
    >
      {older !== undefined && (
        <p>
          <ButtonLink to="/runs" search={{ ...filters, after: older }} name={text('older')} />
        </p>
      )}
    </TablePage>
  );
}
