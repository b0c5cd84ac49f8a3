/** The triggers of a schedule as sentences. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { serverNow, useChange } from '../../app/api.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { calendarDayOf } from './calendar-view.ts';
import { scheduleMessages } from './messages.ts';
import { TRIGGER_READS, TriggerDialog } from './trigger-dialog.tsx';
import type { ScheduleTrigger } from './trigger-draft.ts';
import { triggerSentence } from './trigger-sentence.ts';

/** The list, with buttons that change it. */
export function TriggerList({ schedule, mayChange }: { schedule: Schema<'Schedule'>; mayChange: boolean }): ReactNode {
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
    <section className="card">
      <div className="card-head">
        <h2>{text('triggers')}</h2>
        {mayChange && (
          <ActionButton icon="plus" onPress={() => setEdited('new')}>
            {text('addTrigger')}
          </ActionButton>
        )}
      </div>
      <ul className="triggers">
        {schedule.triggers?.map((trigger) => (
          <li key={trigger.name}>
            <span className="trigger-name">
              <strong dir="auto">{trigger.name}</strong>
              <span className="sentence">{triggerSentence(trigger, language, today)}</span>
            </span>
            {trigger.cronExpression && <code>{trigger.cronExpression}</code>}
            {mayChange && (
              <span className="calendar-tools">
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
    </section>
  );
}
