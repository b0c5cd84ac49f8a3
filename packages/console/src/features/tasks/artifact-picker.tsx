/** Chooses the artifact of a new task. */
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Schema } from '@millrace/contract';
import { useEnvironment } from '../../app/environment.tsx';
import { useText, type TextOf } from '../../text/language.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { useArtifacts } from '../artifacts/use-artifacts.ts';
import { taskFormMessages } from './form-messages.ts';
import { taskMessages } from './messages.ts';

/** The list of the artifacts, each a link to the form. */
export function ArtifactPicker(): ReactNode {
  const text = useText(taskFormMessages);
  const taskText = useText(taskMessages);
  const { environment } = useEnvironment();
  const [name, setName] = useState('');
  const { rows, error, isPending, hasMore, onEnd, refetch } = useArtifacts(environment?.id, { name: name || undefined });
  const publish = (
    <Link to="/artifacts/publish" className={name === '' && rows.length === 0 ? 'button main' : 'button'}>
      {taskText('publish')}
    </Link>
  );
  return (
    <div className="page-fill">
      <PageHead title={text('newTitle')}>{publish}</PageHead>
      <p>{text('chooseArtifact')}</p>
      <div className="filters" role="search">
        <FilterField label={text('name')} value={name} onChange={setName} />
      </div>
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <DataTable
        label={text('artifact')}
        columns={columnsOf(text)}
        rows={rows}
        keyOf={({ id }) => id}
        isLoading={isPending}
        hasMore={hasMore}
        onEnd={onEnd}
        empty={
          name === '' ? (
            <EmptyState title={text('noArtifacts')} action={publish}>
              <p>{text('noArtifactsHint')}</p>
            </EmptyState>
          ) : (
            <EmptyState title={text('noMatch')} />
          )
        }
      />
    </div>
  );
}

const columnsOf = (text: TextOf<typeof taskFormMessages>): TableColumn<Schema<'Artifact'>>[] => [
  {
    id: 'name',
    header: text('artifact'),
    cell: ({ id, name }, focus) => (
      <Link {...focus} to="/tasks/new" search={{ artifact: id }} dir="auto" title={name}>
        {name}
      </Link>
    ),
  },
  { id: 'version', header: text('artifactVersion'), width: '13rem', cell: ({ versions }) => versions[0] },
  { id: 'workspace', header: text('workspace'), width: '12rem', cell: ({ workspace }) => <bdi>{workspace.name}</bdi> },
];
