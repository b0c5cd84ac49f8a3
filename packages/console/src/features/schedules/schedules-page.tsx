/** The list of schedules. */
import { useCallback, type ReactNode } from 'react';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { serverNow } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { useMay } from '../../app/session.tsx';
import { useLanguage, useText, type TextOf } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText, useZone } from '../../ui/time-text.tsx';
import { calendarDayOf } from './calendar-view.ts';
import { ExecutableLink } from './executable-link.tsx';
import { scheduleMessages } from './messages.ts';
import { triggerSentence } from './trigger-sentence.ts';
import { useNextInstant } from './use-due-instants.ts';
import { useSchedules } from './use-schedules.ts';

const route = getRouteApi('/schedules');

type Schedule = Schema<'Schedule'>;

/** The page. */
export function SchedulesPage(): ReactNode {
  const text = useText(scheduleMessages);
  const { environment: _environment, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const { environment } = useEnvironment();
  const { schedules, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useSchedules(environment?.id, filters);
  const mayCreate = useMay('SVC_OPERATOR');
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const onText = useCallback(
    (typed: string) => void navigate({ search: (search) => ({ ...search, text: typed || undefined }), replace: true }),
    [navigate],
  );
  const create = mayCreate && (
    <Link to="/schedules/new" className="button main">
      {text('new')}
    </Link>
  );
  return (
    <div className="page-fill">
      <PageHead title={text('title')}>
        <Link to="/schedules/calendar" className="button">
          {text('calendar')}
        </Link>
        {create}
      </PageHead>
      <div className="filters" role="search">
        <FilterField label={text('description')} value={filters.text ?? ''} placeholder={text('textHint')} onChange={onText} />
        <ChoiceField
          label={text('use')}
          value={filters.used ?? 'all'}
          options={[
            { id: 'all', name: text('all') },
            { id: 'yes', name: text('onlyUsed') },
          ]}
          onChange={(used) =>
            void navigate({ search: (search) => ({ ...search, used: used === 'yes' ? 'yes' : undefined }), replace: true })
          }
        />
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <DataTable
        label={text('title')}
        columns={columnsOf(text)}
        rows={schedules}
        keyOf={({ id }) => id}
        isLoading={isPending && !error}
        hasMore={hasNextPage}
        onEnd={() => isFetchingNextPage || void fetchNextPage()}
        empty={
          <EmptyState title={text(isFiltered ? 'noMatch' : 'noneYet')} action={!isFiltered && create}>
            <p>{text(isFiltered ? 'noneHint' : 'noneYetHint')}</p>
          </EmptyState>
        }
      />
    </div>
  );
}

const columnsOf = (text: TextOf<typeof scheduleMessages>): TableColumn<Schedule>[] => [
  {
    id: 'description',
    header: text('description'),
    cell: ({ id, description }, focus) => (
      <Link {...focus} to="/schedules/$scheduleId" params={{ scheduleId: id }} dir="auto" title={description}>
        {description || text('untitled')}
      </Link>
    ),
  },
  { id: 'triggers', header: text('triggers'), cell: ({ triggers }) => <Sentences triggers={triggers ?? []} /> },
  {
    id: 'used',
    header: text('usedBy'),
    width: '16rem',
    isWide: true,
    cell: ({ executableId, executableType }) =>
      executableId !== undefined && executableType !== undefined ? (
        <ExecutableLink executable={{ id: executableId, type: executableType }} />
      ) : (
        <span className="hint">–</span>
      ),
  },
  {
    id: 'next',
    header: text('next'),
    width: '12.5rem',
    isWide: true,
    cell: ({ id, executableId }) => (executableId === undefined ? <span className="hint">–</span> : <NextStart scheduleId={id} />),
  },
];

function Sentences({ triggers: [first, ...others] }: { triggers: readonly Schema<'ScheduleTrigger'>[] }): ReactNode {
  const text = useText(scheduleMessages);
  const language = useLanguage();
  const today = calendarDayOf(serverNow(), useZone());
  if (!first) return '–';
  const all = [first, ...others].map((trigger) => triggerSentence(trigger, language, today));
  return (
    <span title={all.join('\n')}>
      {all[0]}
      {others.length > 0 && ` ${text('moreTriggers', { count: others.length })}`}
    </span>
  );
}

function NextStart({ scheduleId }: { scheduleId: string }): ReactNode {
  const text = useText(scheduleMessages);
  const { data } = useNextInstant(scheduleId, serverNow());
  if (data === undefined) return undefined;
  return data === null ? <span className="hint">{text('noNext')}</span> : <TimeText at={data} form="minute" />;
}
