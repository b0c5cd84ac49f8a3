/** The card with the differences between two versions of an artifact. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { artifactMessages } from './messages.ts';
import { changesOf, shownValue, type ParameterChange } from './version-changes.ts';

type VersionChangesProps = { artifactId: string; before: string; after: string };

/** The table of the parameters that differ. */
export function VersionChanges({ artifactId, before, after }: VersionChangesProps): ReactNode {
  const text = useText(artifactMessages);
  const older = useRead('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path: { artifactId, version: before } });
  const newer = useRead('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path: { artifactId, version: after } });
  const error = older.error ?? newer.error;
  if (error) return <ErrorNote error={error} />;
  if (!older.data || !newer.data) return undefined;
  const changes = changesOf(older.data.parameters, newer.data.parameters);
  return (
    <>
      <h3>{text('since', { version: before })}</h3>
      {changes.length === 0 && <p>{text('noChanges')}</p>}
      <ul className="changes">
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
      <span className={`tag ${kind}`}>{text(kind)}</span> <code dir="auto">{name}</code>{' '}
      <span className="hint" dir="auto">
        {before && after ? differences(text, before, after).join(', ') : (after ?? before)?.comment}
      </span>
    </li>
  );
}

type Parameter = Schema<'ArtifactParameter'>;

function differences(text: TextOf<(typeof artifactMessages)['en']>, before: Parameter, after: Parameter): string[] {
  const valueOf = ({ type, value }: Parameter): string => shownValue(type, value) ?? text('noDefault');
  return [
    before.type !== after.type && text('becomes', { before: before.type, after: after.type }),
    (before.value ?? '') !== (after.value ?? '') && text('becomes', { before: valueOf(before), after: valueOf(after) }),
    before.required !== after.required && text(after.required ? 'isRequired' : 'isOptional'),
  ].filter((difference) => difference !== false);
}
