/** The people and groups with access to an entity of the catalogue, and the source of each access. */
import { Fragment, useState, type ReactNode } from 'react';
import type { Route, Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { IconButton } from '../../ui/action-button.tsx';
import { ChoiceField, type Option } from '../../ui/choice-field.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { TextLink } from '../../ui/links.tsx';
import { Card, ErrorNote } from '../../ui/page-parts.tsx';
import { toast } from '../../ui/toast.tsx';
import { sharingMessages } from './messages.ts';
import styles from './sharing.module.css';

const MAX_SHARINGS = 1000;

/** The card. What a person may change follows from their own level. */
export function SharingCard(entity: SharingTarget): ReactNode {
  const text = useText(sharingMessages);
  const { data, error } = useRead('GET /sharing/sharingset/{entityType}/{entityId}', { path: entity, query: { limit: MAX_SHARINGS } });
  const grantees = data && [
    ...(data.users ?? []).map((user) => toGrantee(user, { userId: user.userId }, `${user.firstName ?? ''} ${user.lastName ?? ''}`.trim())),
    ...(data.groups ?? []).map((group) => toGrantee(group, { groupId: group.groupId }, group.groupName ?? group.groupId)),
  ];
  const own = useRead('GET /sharing/sharings/{entityType}/{entityId}', { path: entity, query: { includeMetadata: true } }).data?.levelCode;
  const direct = grantees?.filter(({ foreignEntity }) => foreignEntity.entityId === entity.entityId) ?? [];
  return (
    <Card title={text('title')} actions={<OwnAccess {...entity} />}>
      <ErrorNote error={error} />
      {grantees?.length === 0 && <p className="hint">{text('empty')}</p>}
      <ul className="items" aria-label={text('title')}>
        {joinForeign(grantees ?? [], entity).map((grantee) => (
          <GranteeRow key={`${grantee.id} ${grantee.level} ${grantee.foreign.length === 0}`} {...{ grantee, entity, own }} />
        ))}
      </ul>
      <AddSharing entity={entity} own={own} without={direct.map(({ id }) => id)} />
    </Card>
  );
}

type Grantee = {
  id: string;
  reference: GranteeReference;
  name: string;
  level: Schema<'LevelCode'>;
  foreignEntity: Schema<'ForeignEntity'>;
};

const toGrantee = (
  { level, foreignEntity }: Pick<Schema<'UserSharingResponse'>, 'level' | 'foreignEntity'>,
  reference: GranteeReference,
  name: string,
): Grantee => {
  const id = 'userId' in reference ? reference.userId : reference.groupId;
  return { id, reference, name: name === '' ? id : name, level: level.code, foreignEntity };
};

/** A row: a grantee, with the other entities that give the level; none for a sharing of the entity itself. */
type GranteeOfRow = Grantee & { foreign: readonly Schema<'ForeignEntity'>[] };

/** Joins the sharings through other entities by grantee and level: a connection may be shared through each of its datasets. */
function joinForeign(grantees: readonly Grantee[], entity: SharingTarget): GranteeOfRow[] {
  const isForeign = ({ foreignEntity }: Grantee): boolean => foreignEntity.entityId !== entity.entityId;
  const groups = Object.values(Object.groupBy(grantees, (one) => `${one.id} ${one.level} ${isForeign(one)}`));
  return groups.flatMap((group = []) => {
    const [first] = group;
    return first ? [{ ...first, foreign: group.filter(isForeign).map(({ foreignEntity }) => foreignEntity) }] : [];
  });
}

type GranteeRowProps = { grantee: GranteeOfRow; entity: SharingTarget; own: Schema<'LevelCode'> | undefined };

/** A sharing. A person changes levels up to their own; a reader removes only their own sharing (`sharing.change.level`, `sharing.change.reader`). */
function GranteeRow({ grantee, entity, own }: GranteeRowProps): ReactNode {
  const text = useText(sharingMessages);
  const me = useMe();
  const { reference, name, level, foreign } = grantee;
  const change = useChange('PATCH /sharing/sharingset/{entityType}/{entityId}', { refreshes: SHARING_READS });
  const send = (after: Schema<'LevelCode'> | undefined): void =>
    change.mutate(
      { path: entity, body: toSharingChange(reference, after) },
      { onSuccess: () => toast(text(after === undefined ? 'withdrawn' : 'accessChanged')) },
    );
  const mayChange = own !== undefined && own !== 'READER' && levelsUpTo(own).includes(level);
  const mayRemove = mayChange || ('userId' in reference && reference.userId === me.id);
  return (
    <li>
      <span dir="auto">{name}</span>
      <span className="hint">{text('userId' in reference ? 'user' : 'group')}</span>
      {foreign.length === 0 ? (
        <span className="row-end inline-actions">
          {mayChange ? (
            <ChoiceField label={text('levelOf', { name })} isLabelHidden value={level} options={levelOptions(text, own)} onChange={send} />
          ) : (
            text(level)
          )}
          {mayRemove && (
            <IconButton icon="close" label={text('remove', { name: name })} isPending={change.isPending} onPress={() => send(undefined)} />
          )}
        </span>
      ) : (
        <span className="row-end">
          {text(level)} <Through entities={foreign} />
        </span>
      )}
      <ErrorNote error={change.error} />
    </li>
  );
}

/** The most links to other entities in one sentence. */
const MAX_LINKS = 3;

/** The other entities that give the access: a link to each, or only their number if they are many. */
function Through({ entities }: { entities: readonly Schema<'ForeignEntity'>[] }): ReactNode {
  const text = useText(sharingMessages);
  if (entities.length > MAX_LINKS) return <span>{text('throughMany', { count: entities.length })}</span>;
  return entities.map((entity, index) => (
    <Fragment key={entity.entityId}>
      {index > 0 && ' · '}
      <ThroughLink {...entity} />
    </Fragment>
  ));
}

/** The other entity that gives the access. */
function ThroughLink({ entityType, entityId }: Schema<'ForeignEntity'>): ReactNode {
  const text = useText(sharingMessages);
  if (entityType === 'dataset')
    return (
      <TextLink to="/catalogue/datasets/$datasetId" params={{ datasetId: entityId }} name={text('through', { entity: text('dataset') })} />
    );
  if (entityType === 'connection')
    return (
      <TextLink
        to="/catalogue/connections/$connectionId"
        params={{ connectionId: entityId }}
        name={text('through', { entity: text('aConnection') })}
      />
    );
  return <span>{text('through', { entity: text('other') })}</span>;
}

/** The level of the person, and each sharing that gives it. */
function OwnAccess(entity: SharingTarget): ReactNode {
  const text = useText(sharingMessages);
  const { data } = useRead('GET /sharing/sharings/{entityType}/{entityId}', { path: entity, query: { includeMetadata: true } });
  if (!data) return undefined;
  const { users = [], groups = [] } = data.sources ?? {};
  const isForeign = ({ foreignEntity }: { foreignEntity: Schema<'ForeignEntity'> }): boolean => foreignEntity.entityId !== entity.entityId;
  const foreign = [...users, ...groups].filter(isForeign);
  return (
    <p className={`hint ${styles['ownAccess']}`}>
      {text('yours', { level: text(data.levelCode) })}
      {users.some((user) => !isForeign(user)) && ` · ${text('ownSharing')}`}
      {groups
        .filter((group) => !isForeign(group))
        .map(({ groupId, groupName }) => ` · ${text('byGroup', { name: groupName ?? groupId })}`)
        .join('')}
      {foreign.length > 0 && ' · '}
      <Through entities={foreign.map(({ foreignEntity }) => foreignEntity)} />
    </p>
  );
}

type AddSharingProps = { entity: SharingTarget; own: Schema<'LevelCode'> | undefined; without: readonly string[] };

/** Shares an entity with one more person or group: the level, and who gets it. The choice of a name saves the sharing at once. */
function AddSharing({ entity, own, without }: AddSharingProps): ReactNode {
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
      <div className={styles['addSharing']}>
        <ChoiceField label={text('level')} value={level} options={levelOptions(text, own)} onChange={setLevel} />
        <FindField label={text('share')} placeholder={text('find')} empty={text('noneFound')} options={options} onChoose={choose} />
      </div>
      <ErrorNote error={add.error ?? error} />
    </>
  );
}

/** An entity that can be shared. */
type SharingTarget = { entityType: 'dataset' | 'connection' | 'crawler'; entityId: string };

/** The levels from the lowest to the highest. */
const SHARING_LEVELS = ['READER', 'WRITER', 'OWNER'] as const;

/** Routes whose answers depend on sharings. */
const SHARING_READS: readonly Route[] = [
  'GET /sharing/sharingset/{entityType}/{entityId}',
  'GET /sharing/sharings/{entityType}/{entityId}',
  'GET /datasets/{datasetId}',
];

/** The levels that a person with this level gives, changes and removes. */
const levelsUpTo = (own: Schema<'LevelCode'>): readonly Schema<'LevelCode'>[] => SHARING_LEVELS.slice(0, SHARING_LEVELS.indexOf(own) + 1);

/** These levels as a list to choose from; the lowest one until the level of the person is read. */
const levelOptions = (text: TextOf<typeof sharingMessages>, own: Schema<'LevelCode'> = 'READER'): Option<Schema<'LevelCode'>>[] =>
  levelsUpTo(own).map((id) => ({ id, name: text(id) }));

/** A user or a group by its id. */
type GranteeReference = { userId: string } | { groupId: string };

/** The body that sets the level of a user or group; without a level, it removes the sharing. */
const toSharingChange = (reference: GranteeReference, level?: Schema<'LevelCode'>): Schema<'PatchSharingSetRequest'> => {
  const change = level === undefined ? {} : { level: { code: level } };
  return 'userId' in reference ? { users: [{ ...reference, ...change }] } : { groups: [{ ...reference, ...change }] };
};
