/** A version of an artifact. */
import { useState, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useText, type TextOf } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { TableColumn } from '../../ui/data-table.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { ShortTable } from '../../ui/short-table.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { toast } from '../../ui/toast.tsx';
import { ContextComparison } from './context-values-card.tsx';
import { artifactMessages } from './messages.ts';
import { shownDefault } from './version-changes.ts';
import { VersionChanges } from './version-changes-card.tsx';

type VersionCardProps = { artifactId: string; version: string; previous: string | undefined };

/** The facts and parameters of the version, and the differences from the version before. */
export function VersionCard({ artifactId, version, previous }: VersionCardProps): ReactNode {
  const text = useText(artifactMessages);
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const path = { artifactId, version };
  const { data, error } = useRead('GET /orchestration/artifacts/{artifactId}/versions/{version}', { path });
  const remove = useChange('DELETE /orchestration/artifacts/{artifactId}/versions/{version}', {
    onDone: () => {
      toast(text('deleted'));
      // The deletion of the last version deletes the artifact.
      void (previous === undefined ? navigate({ to: '/artifacts' }) : navigate({ to: '.', search: { version: undefined } }));
    },
    refreshes: ['GET /orchestration/artifacts', 'GET /orchestration/artifacts/{artifactId}'],
  });
  if (error) return <ErrorNote error={error} />;
  if (!data) return undefined;
  return (
    <>
      <section className="card">
        <div className="card-head">
          <h2>{version}</h2>
          <ActionButton onPress={() => setIsDeleting(true)}>{text('deleteVersion')}</ActionButton>
        </div>
        <FactList
          facts={[
            [text('publishedAt'), <TimeText key="at" at={data.createDate} />],
            [text('publisher'), data.publisher],
            [text('product'), data.marketplaceProduct],
            [text('workspace'), data.workspace.name],
            [text('description'), data.description],
            [text('source'), sourceOf(data)],
            [text('contexts'), data.contexts?.join(', ')],
            [text('id'), <code key="id">{artifactId}</code>],
          ]}
        />
      </section>
      <section className="card">
        <h2>{text('parameters')}</h2>
        {data.parameters.length === 0 ? (
          <p className="hint">{text('noParameters')}</p>
        ) : (
          <ShortTable label={text('parameters')} columns={columnsOf(text)} rows={data.parameters} keyOf={({ name }) => name} />
        )}
      </section>
      <ContextComparison version={data} />
      <section className="card">
        <h2>{text('changes')}</h2>
        {previous === undefined ? (
          <p className="hint">{text('firstVersion')}</p>
        ) : (
          <VersionChanges artifactId={artifactId} before={previous} after={version} />
        )}
      </section>
      <ConfirmDialog
        title={text('deleteVersionTitle', { version })}
        action={text('deleteVersion')}
        isOpen={isDeleting}
        change={remove}
        onConfirm={() => remove.mutate({ path })}
        onClose={() => setIsDeleting(false)}
      >
        <p>{text('deleteVersionHint')}</p>
      </ConfirmDialog>
    </>
  );
}

const sourceOf = ({ repository }: Schema<'ArtifactVersion'>): string | undefined =>
  repository && [repository.project, repository.branch, repository.commit?.id].filter((part) => part !== undefined).join(' · ');

const columnsOf = (text: TextOf<typeof artifactMessages>): TableColumn<Schema<'ArtifactParameter'>>[] => [
  { id: 'name', header: text('parameter'), render: ({ name }) => <code dir="auto">{name}</code> },
  { id: 'type', header: text('type'), render: ({ type }) => type },
  { id: 'default', header: text('default'), render: (parameter) => <bdi>{shownDefault(parameter) ?? '–'}</bdi> },
  { id: 'required', header: text('required'), render: ({ required }) => text(required ? 'yes' : 'no') },
  { id: 'comment', header: text('purpose'), render: ({ comment }) => <bdi>{comment}</bdi> },
];
