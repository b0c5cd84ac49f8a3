/** The list of schedules. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { serverNow } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useEnvironmentList } from '../../app/lists.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { FilterChoice } from '../../ui/choice-field.tsx';
import { NameLink } from '../../ui/data-table.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { TablePage } from '../../ui/table-page.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { TimeText, useZone } from '../../ui/time-text.tsx';
import { calendarDayOf } from './calendar-view.ts';
import { ExecutableLink } from './executable-link.tsx';
import { useLack } from '../workspace-permissions/lack.tsx';
import { CHANGES_STARTS } from '../workspace-permissions/needs.ts';
import { scheduleMessages } from './messages.ts';
import { triggerSentence } from './trigger-sentence.ts';
import { useNextInstant } from './use-due-instants.ts';

/** Characters to escape: the filter of the operation is a regular expression. */
const SPECIAL = /[\\^$.*+?()[\]{}|]/g;

/** The page. */
export function SchedulesPage(): ReactNode {
  const text = useText(scheduleMessages);
  const { filters, isFiltered, typed, chosen } = useFilters('/schedules');
  const mayCreate = useLack(CHANGES_STARTS) === undefined;
  const descriptionFilter = filters.text && `(?i)${filters.text.replaceAll(SPECIAL, String.raw`\$&`)}`;
  const list = useEnvironmentList('GET /orchestration/schedules', { descriptionFilter, onlyBound: filters.used && true });
  return (
    <TablePage
      text={text}
      title={text('schedules')}
      actions={<ButtonLink to="/schedules/calendar" name={text('calendar')} />}
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
        { id: 'triggers', render: ({ triggers }) => <Sentences triggers={triggers ?? []} /> },
        {
          id: 'usedBy',
          width: '16rem',
          isWide: true,
          render: ({ executableId, executableType }) =>
            executableId !== undefined && executableType !== undefined ? (
              <ExecutableLink executable={{ id: executableId, type: executableType }} />
            ) : (
              <span className="hint">–</span>
            ),
        },
        {
          id: 'next',
          width: '12.5rem',
          isWide: true,
          render: ({ id, executableId }) => (executableId === undefined ? <span className="hint">–</span> : <NextStart scheduleId={id} />),
        },
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

function NextStart({ scheduleId }: { scheduleId: string }): ReactNode {
  const text = useText(scheduleMessages);
  const { data } = useNextInstant(scheduleId, serverNow());
  if (data === undefined) return undefined;
  return data === null ? <span className="hint">{text('noNext')}</span> : <TimeText at={data} form="minute" />;
}
