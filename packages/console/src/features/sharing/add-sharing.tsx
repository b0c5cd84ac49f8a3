/** Shares an entity with one more person or group. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { sharingMessages } from './messages.ts';
import { levelOptions, SHARING_READS, toSharingChange, type SharingTarget } from './sharing-change.ts';

type AddSharingProps = { entity: SharingTarget; without: readonly string[] };

/** The fields: the level, and the person or group that gets it. The choice of a name saves the sharing at once. */
export function AddSharing({ entity, without }: AddSharingProps): ReactNode {
  const text = useText(sharingMessages);
  const [level, setLevel] = useState<Schema<'LevelCode'>>('READER');
  const { data, error } = useRead('GET /sharing/sharings/eligibles/{entityType}', { path: { entityType: entity.entityType } });
  const add = useChange('PATCH /sharing/sharingset/{entityType}/{entityId}', {
    refreshes: SHARING_READS,
    notice: text('shared'),
  });
  const options = [
    ...(data?.users ?? []).map(({ userId, firstName, lastName }) => ({
      id: userId,
      name: `${firstName} ${lastName}`.trim() || userId,
      reference: { userId },
    })),
    ...(data?.groups ?? []).map(({ groupId, groupName }) => ({
      id: groupId,
      name: `${groupName} (${text('group')})`,
      reference: { groupId },
    })),
  ].filter(({ id }) => !without.includes(id));
  const choose = (chosen: string): void => {
    const reference = options.find(({ id }) => id === chosen)?.reference;
    if (reference) add.mutate({ path: entity, body: toSharingChange(reference, level) });
  };
  return (
    <>
      <div className="add-sharing">
        <ChoiceField label={text('level')} value={level} options={levelOptions(text)} onChange={setLevel} />
        <FindField label={text('share')} placeholder={text('find')} empty={text('noneFound')} options={options} onChoose={choose} />
      </div>
      <ErrorNote error={add.error ?? error} />
    </>
  );
}
