/** The list of schedules. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { serverNow } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useEnvironmentList } from '../../app/lists.ts';
import { CHANGES_STARTS } from '../../app/needs.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { FilterChoice } from '../../ui/choice-field.tsx';
import { ButtonLink, NameLink } from '../../ui/links.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { calendarDayOf } from './calendar-view.ts';
import { useLack } from '../workspace-permissions/lack.tsx';
import { descriptionContaining } from './description-filter.ts';
import { useLatestStarts } from './latest-starts.ts';
import { scheduleMessages } from './messages.ts';
import { LastStart, NextStart, OutcomeMarks, StartedName, StartSwitch } from './schedule-starts.tsx';
import { triggerSentence } from './trigger-sentence.ts';

type Row = Schema<'Schedule'>;

/** The page. */
export function SchedulesPage(): ReactNode {
  const text = useText(scheduleMessages);
  const { filters, isFiltered, typed, chosen } = useFilters('/schedules');
  const mayCreate = useLack(CHANGES_STARTS) === undefined;
  const list = useEnvironmentList('GET /orchestration/schedules', {
    descriptionFilter: descriptionContaining(filters.text),
    onlyBound: filters.used && true,
  });
  const starts = useLatestStarts(list.rows.map(({ id }) => id));
  return (
    <TablePage
      text={text}
      title={text('schedules')}
      create={mayCreate && <ButtonLink to="/schedules/new" tone="main" name={text('newSchedule')} />}
      filters={
        <>
          <FilterField label={text('description')} {...typed('text')} placeholder={text('textHint')} />
          <FilterChoice label={text('use')} {...chosen('used')} any={text('all')} options={[{ id: 'yes', name: text('onlyUsed') }]} />
        </>
      }
      isFiltered={isFiltered}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'description',
          render: ({ id, description }, focus) => (
            <NameLink
              {...focus}
              to="/schedules/$scheduleId"
              params={{ scheduleId: id }}
              name={description || text('untitled')}
              title={description}
            />
          ),
        },
        ...(mayCreate ? [{ id: 'isOn' as const, width: '3.5rem', render: ({ id }: Row) => <StartSwitch starts={starts.get(id)} /> }] : []),
        { id: 'triggers', render: ({ triggers }) => <Sentences triggers={triggers ?? []} /> },
        { id: 'usedBy', width: '11rem', isWide: true, render: ({ id }) => <StartedName starts={starts.get(id)} /> },
        { id: 'lastOutcomes', width: '10.5rem', isWide: true, render: ({ id }) => <OutcomeMarks starts={starts.get(id)} /> },
        { id: 'last', width: '7rem', isWide: 'very', render: ({ id }) => <LastStart starts={starts.get(id)} /> },
        { id: 'next', width: '10rem', isWide: true, render: ({ id }) => <NextStart starts={starts.get(id)} /> },
      ]}
    />
  );
}

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
