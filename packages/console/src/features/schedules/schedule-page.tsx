/** One schedule: its triggers, its task or plan, and its calendar. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { serverNow, useChange, useRead } from '../../app/api.ts';
import { useDeletion } from '../../app/deletion.ts';
import { CHANGES_STARTS } from '../../app/needs.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog, FormDialog } from '../../ui/dialogs.tsx';
import { Card, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { calendarDayOf } from './calendar-view.ts';
import { DueCalendar, useCalendarDays } from './due-calendar.tsx';
import { LookOnly, useLack } from '../workspace-permissions/lack.tsx';
import { scheduleMessages } from './messages.ts';
import { ScheduleUse } from './schedule-use.tsx';
import type { ScheduleTrigger } from './trigger-draft.ts';
import { TRIGGER_READS, TriggerDialog } from './trigger-form.tsx';
import { triggerSentence } from './trigger-sentence.ts';
import { useScheduleInstants } from './use-due-instants.ts';
import styles from './triggers.module.css';

const route = getRouteApi('/schedules/$scheduleId');

/** The page. */
export function SchedulePage(): ReactNode {
  const text = useText(scheduleMessages);
  const { scheduleId } = route.useParams();
  const { environment: _environment, ...calendarSearch } = route.useSearch();
  const navigate = route.useNavigate();
  const lack = useLack(CHANGES_STARTS);
  const mayChange = lack === undefined;
  const { data: schedule, error } = useRead('GET /orchestration/schedules/{scheduleId}', { path: { scheduleId } });
  const selection = useCalendarDays(calendarSearch);
  const result = useScheduleInstants(schedule, selection.period);
  if (!schedule) return <ErrorNote error={error} />;
  return (
    <>
      <PageHead title={schedule.description || text('untitled')}>{mayChange && <ScheduleActions schedule={schedule} />}</PageHead>
      <LookOnly lack={lack} />
      <ScheduleUse schedule={schedule} mayChange={mayChange} />
      <TriggerList schedule={schedule} mayChange={mayChange} />
      <DueCalendar
        search={calendarSearch}
        onNavigate={(next) => void navigate({ search: (search) => ({ ...search, ...next }), resetScroll: false })}
        selection={selection}
        result={result}
        zones={schedule.triggers?.map(({ timeZone }) => timeZone ?? 'UTC') ?? []}
        nameOf={({ trigger }) => trigger}
      />
    </>
  );
}

const READS = ['GET /orchestration/schedules/{scheduleId}', 'GET /orchestration/schedules'] as const;

/** The buttons that change the description, copy and delete the schedule. */
function ScheduleActions({ schedule: { id: scheduleId, description = '' } }: { schedule: Schema<'Schedule'> }): ReactNode {
  const text = useText(scheduleMessages);
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const [typed, setTyped] = useState<string>();
  const describe = useChange('PATCH /orchestration/schedules/{scheduleId}', {
    refreshes: READS,
    notice: text('descriptionSaved'),
    onDone: () => setTyped(undefined),
  });
  const copy = useChange('POST /orchestration/schedules/{scheduleId}', {
    refreshes: ['GET /orchestration/schedules'],
    notice: text('isCopy'),
    onDone: ({ id }) => void navigate({ to: '/schedules/$scheduleId', params: { scheduleId: id } }),
  });
  const remove = useDeletion(
    'DELETE /orchestration/schedules/{scheduleId}',
    ['GET /orchestration/schedules'],
    '/schedules',
    text('scheduleDeleted'),
  );
  return (
    <>
      <ActionButton onPress={() => setTyped(description)}>{text('changeDescription')}</ActionButton>
      <ActionButton isPending={copy.isPending} onPress={() => copy.mutate({ path: { scheduleId } })}>
        {text('copy')}
      </ActionButton>
      <ActionButton tone="danger" onPress={() => setIsDeleting(true)}>
        {text('delete')}
      </ActionButton>
      <ErrorNote error={copy.error} />
      <FormDialog
        title={text('changeDescription')}
        isOpen={typed !== undefined}
        action={text('save')}
        change={describe}
        onSubmit={() => describe.mutate({ path: { scheduleId }, body: { description: typed ?? '' } })}
        onClose={() => setTyped(undefined)}
      >
        <TextField label={text('description')} value={typed ?? ''} onChange={setTyped} autoFocus />
      </FormDialog>
      <ConfirmDialog
        title={text('deleteSchedule')}
        action={text('delete')}
        isOpen={isDeleting}
        change={remove}
        onConfirm={() => remove.mutate({ path: { scheduleId } })}
        onClose={() => setIsDeleting(false)}
      >
        <p>{text('deleteHint')}</p>
      </ConfirmDialog>
    </>
  );
}

/** The triggers of the schedule as sentences, with buttons that change them. */
function TriggerList({ schedule, mayChange }: { schedule: Schema<'Schedule'>; mayChange: boolean }): ReactNode {
  const text = useText(scheduleMessages);
  const language = useLanguage();
  const today = calendarDayOf(serverNow(), useZone());
  const [edited, setEdited] = useState<ScheduleTrigger | 'new'>();
  const [removed, setRemoved] = useState<string>();
  const remove = useChange('DELETE /orchestration/schedules/{scheduleId}/triggers', {
    refreshes: TRIGGER_READS,
    notice: text('removed'),
    onDone: () => setRemoved(undefined),
  });
  return (
    <Card
      title={text('triggers')}
      actions={
        mayChange && (
          <ActionButton icon="plus" onPress={() => setEdited('new')}>
            {text('addTrigger')}
          </ActionButton>
        )
      }
    >
      <ul className={`ruled ${styles['triggers']}`}>
        {schedule.triggers?.map((trigger) => (
          <li key={trigger.name}>
            <span className={styles['name']}>
              <strong dir="auto">{trigger.name}</strong>
              <span className="sentence">{triggerSentence(trigger, language, today)}</span>
            </span>
            {trigger.cronExpression && <code>{trigger.cronExpression}</code>}
            {mayChange && (
              <span className="inline-actions">
                <ActionButton aria-label={text('editTrigger', { name: trigger.name })} onPress={() => setEdited(trigger)}>
                  {text('change')}
                </ActionButton>
                <ActionButton aria-label={`${text('removeIt')}: ${trigger.name}`} onPress={() => setRemoved(trigger.name)}>
                  {text('removeIt')}
                </ActionButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {edited !== undefined && (
        <TriggerDialog scheduleId={schedule.id} trigger={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        title={text('removeTitle', { name: removed ?? '' })}
        action={text('removeIt')}
        isOpen={removed !== undefined}
        change={remove}
        onConfirm={() => remove.mutate({ path: { scheduleId: schedule.id }, query: { name: removed ?? '' } })}
        onClose={() => setRemoved(undefined)}
      >
        <p>{text('removeHint')}</p>
      </ConfirmDialog>
    </Card>
  );
}
