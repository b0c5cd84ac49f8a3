/** The fields of a trigger, with the sentence that describes it, and the dialog that adds or changes a trigger of a schedule. */
import type { ReactNode } from 'react';
import { ApiError } from '@millrace/contract/client';
import { useChange } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { FormDialog } from '../../ui/dialogs.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { instantsIn, timeText, useZone } from '../../ui/time-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { scheduleMessages } from './messages.ts';
import { draftOfTrigger, triggerOfDraft, type ScheduleTrigger, type TriggerDraft } from './trigger-draft.ts';
import { TriggerPreview } from './trigger-preview.tsx';
import { WEEK_DAYS, weekDayName } from './trigger-sentence.ts';
import styles from './triggers.module.css';

const KINDS = ['DAILY', 'WEEKLY', 'MONTHLY', 'ONCE', 'CRON'] as const;
const CLOCKS = ['AT_TIME', 'AT_SPECIFIC_TIMES', 'AT_INTERVALS'] as const;
const INTERVALS = { DAILY: 'intervalDays', WEEKLY: 'intervalWeeks', MONTHLY: 'intervalMonths' } as const;
const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];

type TriggerFieldsProps = {
  draft: TriggerDraft;
  onChange: (changed: Partial<TriggerDraft>) => void;
  /** The name cannot be changed, because it identifies the trigger. */
  isNameFixed?: boolean;
  /** The trigger belongs to a task or plan and not to a schedule, so it has no name and no time limit. */
  isOwn?: boolean;
};

/** The fields. */
export function TriggerFields({ draft, onChange, isNameFixed = false, isOwn = false }: TriggerFieldsProps): ReactNode {
  const text = useText(scheduleMessages);
  const { type } = draft;
  const hasClock = type !== 'CRON' && type !== 'ONCE';
  const field = (name: keyof TriggerDraft, label: string, rest: { type?: string; hint?: string } = {}): ReactNode => (
    <TextField label={label} value={String(draft[name])} onChange={(value) => onChange({ [name]: value })} {...rest} />
  );
  return (
    <>
      <div className={`field-row ${styles['row']}`}>
        {!isOwn && (
          <TextField label={text('triggerName')} value={draft.name} isReadOnly={isNameFixed} onChange={(name) => onChange({ name })} />
        )}
        <ChoiceField
          label={text('repeats')}
          value={type}
          options={KINDS.map((id) => ({ id, name: text(id) }))}
          onChange={(kind) => onChange({ type: kind })}
        />
      </div>
      {type === 'CRON' && field('cron', text('cron'), { hint: text('cronHint') })}
      {type === 'WEEKLY' && <WeekDays draft={draft} onChange={onChange} />}
      {type !== 'CRON' && (
        <div className={`field-row ${styles['row']}`}>
          {hasClock && field('interval', text(INTERVALS[type]), { type: 'number' })}
          {type === 'MONTHLY' && field('day', text('dayOfMonth'), { type: 'number' })}
          {field('startDate', text(type === 'ONCE' ? 'onDate' : 'startDate'), { type: 'date' })}
        </div>
      )}
      {type !== 'CRON' && (
        <div className={`field-row ${styles['row']}`}>
          {hasClock && (
            <ChoiceField
              label={text('clock')}
              value={draft.clock}
              options={CLOCKS.map((id) => ({ id, name: text(id) }))}
              onChange={(clock) => onChange({ clock })}
            />
          )}
          {(!hasClock || draft.clock === 'AT_TIME') && field('time', text('time'), { type: 'time' })}
          {hasClock && draft.clock === 'AT_SPECIFIC_TIMES' && field('times', text('times'))}
          {hasClock && draft.clock === 'AT_INTERVALS' && (
            <>
              {field('from', text('from'), { type: 'time' })}
              {field('to', text('to'), { type: 'time' })}
              {field('minutes', text('minutesBetween'), { type: 'number' })}
            </>
          )}
        </div>
      )}
      <div className={`field-row ${styles['row']}`}>
        <SuggestField label={text('timeZone')} value={draft.zone} suggestions={ZONES} onChange={(zone) => onChange({ zone })} />
        {!isOwn && field('timeout', text('timeout'), { type: 'number', hint: text('timeoutHint') })}
      </div>
      <TriggerPreview draft={draft} />
    </>
  );
}

function WeekDays({ draft, onChange }: TriggerFieldsProps): ReactNode {
  const text = useText(scheduleMessages);
  const language = useLanguage();
  return (
    <fieldset className={styles['weekDays']}>
      <legend>{text('weekDays')}</legend>
      {WEEK_DAYS.map((day, index) => (
        <CheckField
          key={day}
          isSelected={draft.days.includes(day)}
          onChange={(isSelected) =>
            onChange({ days: WEEK_DAYS.filter((other) => (other === day ? isSelected : draft.days.includes(other))) })
          }
        >
          {weekDayName(index + 1, language)}
        </CheckField>
      ))}
    </fieldset>
  );
}

/** The two instants of a refusal of starts that are too close, in the time zone of the console; nothing for another error. */
export function ConflictTimes({ error }: { error: Error | null }): ReactNode {
  const text = useText(scheduleMessages);
  const language = useLanguage();
  const zone = useZone();
  if (!(error instanceof ApiError) || error.code !== 'triggers_too_close') return undefined;
  const instants = instantsIn(error.message);
  if (instants.length === 0) return undefined;
  return (
    <div className="note bad">
      <p>{text('conflict')}</p>
      <ul>
        {instants.map((instant, index) => (
          <li key={index}>{timeText(instant, 'long', language, zone)}</li>
        ))}
      </ul>
    </div>
  );
}

/** Routes whose answers depend on triggers. */
export const TRIGGER_READS = [
  'GET /orchestration/schedules/{scheduleId}',
  'GET /orchestration/schedules/{scheduleId}/events',
  'GET /orchestration/schedules',
  'POST /orchestration/executables/events/search',
] as const;

type TriggerDialogProps = {
  scheduleId: string;
  /** The trigger to change; without one, a new one is added. */
  trigger?: ScheduleTrigger | undefined;
  onClose: () => void;
};

/** The dialog in which a person adds or changes a trigger of a schedule. It stays open after a refusal. */
export function TriggerDialog({ scheduleId, trigger, onClose }: TriggerDialogProps): ReactNode {
  const text = useText(scheduleMessages);
  const zone = useZone();
  const [values, draft] = useDraft(() => draftOfTrigger(trigger ?? {}, zone));
  const changeOptions = { refreshes: TRIGGER_READS, notice: text('triggerSaved'), onDone: onClose };
  const add = useChange('POST /orchestration/schedules/{scheduleId}/triggers', changeOptions);
  const replace = useChange('PUT /orchestration/schedules/{scheduleId}/triggers', changeOptions);
  const change = trigger ? replace : add;
  return (
    <FormDialog
      title={trigger ? text('editTrigger', { name: trigger.name }) : text('addTrigger')}
      action={text(trigger ? 'save' : 'addTrigger')}
      change={change}
      onSubmit={() => change.mutate({ path: { scheduleId }, body: triggerOfDraft(values) })}
      onClose={onClose}
    >
      <TriggerFields draft={values} onChange={draft.set} isNameFixed={trigger !== undefined} />
      <ConflictTimes error={change.error} />
    </FormDialog>
  );
}
