/** The differences between two versions of an artifact, as a list. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import type { TextOf } from '../../text/texts.ts';
import { withoutOverrides } from '../../text/messages.ts';
import { ErrorNote } from '../../ui/page-parts.tsx';
import { artifactMessages } from './messages.ts';
import { shownDefault } from './parameter-values.ts';
import { changedContexts, changesOf, type ParameterChange } from './version-changes.ts';
import styles from './artifact.module.css';

/** `heading`: the level of the heading within the page. */
type VersionChangesProps = { artifactId: string; before: string; after: string; heading?: 'h2' | 'h3' };

/** The parameters that differ, each with what has changed, below a heading that names the older version. */
export function VersionChanges({ artifactId, before, after, heading: Heading = 'h3' }: VersionChangesProps): ReactNode {
  const text = useText(artifactMessages);
  const older = useRead('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path: { artifactId, version: before } });
  const newer = useRead('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path: { artifactId, version: after } });
  const error = older.error ?? newer.error;
  if (error) return <ErrorNote error={error} />;
  if (!older.data || !newer.data) return undefined;
  const changes = changesOf(older.data.parameters, newer.data.parameters);
  return (
    <>
      <Heading>{text('since', { version: before })}</Heading>
      {changes.length === 0 && <p>{text('noChanges')}</p>}
      <ul className={styles['list']}>
        {changes.map((change) => (
          <Change key={change.name} change={change} />
        ))}
      </ul>
    </>
  );
}

function Change({ change: { name, before, after } }: { change: ParameterChange }): ReactNode {
  const text = useText(artifactMessages);
  const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return (
    <li>
      <span className={`${styles['tag']} ${styles[kind]}`}>{text(kind)}</span> <code dir="auto">{name}</code>{' '}
      <bdi className="hint">{before && after ? differences(text, before, after).join(', ') : descriptionOf(text, after ?? before)}</bdi>
    </li>
  );
}

type Parameter = Schema<'ArtifactParameter'>;

type Text = TextOf<typeof artifactMessages>;

const valueOf = (text: Text, parameter: Parameter): string => shownDefault(parameter) ?? text('noDefault');

function differences(text: Text, before: Parameter, after: Parameter): string[] {
  const [old, present] = [valueOf(text, before), valueOf(text, after)];
  const hasOtherValue = (before.value ?? '') !== (after.value ?? '');
  return [
    before.type !== after.type && text('becomes', { before: before.type, after: after.type }),
    hasOtherValue && text('becomes', { before: old, after: present }),
    ...changedContexts(before, after).map((context) =>
      text('becomesIn', { context, before: before.contextValues?.[context] ?? '', after: after.contextValues?.[context] ?? '' }),
    ),
    before.required !== after.required && text(after.required ? 'isRequired' : 'isOptional'),
  ].filter((difference) => difference !== false);
}

/** The type, default value and comment of a parameter that only one of the versions has. */
function descriptionOf(text: Text, parameter: Parameter | undefined): string {
  if (!parameter) return '';
  const { type, required, comment } = parameter;
  const value = shownDefault(parameter);
  const facts = [type, value === undefined ? text('noDefault') : text('defaultIs', { value }), required && text('isRequired')]
    .filter((fact) => fact !== false)
    .join(', ');
  return comment ? `${facts}: ${withoutOverrides(comment)}` : facts;
}
