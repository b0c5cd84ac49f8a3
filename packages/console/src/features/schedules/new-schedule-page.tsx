/** A new schedule, with its first trigger. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { useChange } from '../../app/api.ts';
import { useEnvironment } from '../../app/environment.tsx';
import { CHANGES_STARTS } from '../../app/needs.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { PageHead } from '../../ui/page-parts.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { TextField } from '../../ui/text-field.tsx';
import { useZone } from '../../ui/time-text.tsx';
import { scheduleMessages } from './messages.ts';
import { Allowed } from '../workspace-permissions/lack.tsx';
import { TRIGGER_READS, ConflictTimes, TriggerFields } from './trigger-form.tsx';
import { draftOfTrigger, triggerOfDraft } from './trigger-draft.ts';

/** The page. */
export function NewSchedulePage(): ReactNode {
  const text = useText();
  return (
    <Allowed needs={CHANGES_STARTS} title={text('newSchedule')}>
      <NewScheduleForm />
    </Allowed>
  );
}

function NewScheduleForm(): ReactNode {
  const text = useText(scheduleMessages);
  const navigate = useNavigate();
  const zone = useZone();
  const { environment } = useEnvironment();
  const [description, setDescription] = useState('');
  const [trigger, draft] = useDraft(() => draftOfTrigger({}, zone));
  const create = useChange('POST /orchestration/schedules', {
    refreshes: TRIGGER_READS,
    notice: text('scheduleCreated'),
    onDone: ({ id }) => void navigate({ to: '/schedules/$scheduleId', params: { scheduleId: id } }),
  });
  return (
    <>
      <PageHead title={text('newSchedule')} />
      <section className="card">
        <ChangeForm
          action={text('newSchedule')}
          change={create}
          onSubmit={() =>
            environment && create.mutate({ body: { environmentId: environment.id, description, trigger: triggerOfDraft(trigger) } })
          }
          onCancel={() => void navigate({ to: '/schedules' })}
        >
          <TextField label={text('description')} value={description} onChange={setDescription} />
          <TriggerFields draft={trigger} onChange={draft.set} />
          <ConflictTimes error={create.error} />
        </ChangeForm>
      </section>
    </>
  );
}
