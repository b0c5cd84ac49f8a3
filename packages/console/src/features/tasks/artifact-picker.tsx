/** Chooses the artifact of a new task. */
import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useText } from '../../text/language.tsx';
import { DataTable, NameLink } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { useArtifacts } from '../artifacts/use-artifacts.ts';
import { taskFormMessages } from './form-messages.ts';
import { taskMessages } from './messages.ts';

/** The list of the artifacts, each a link to the form. */
export function ArtifactPicker(): ReactNode {
  const text = useText(taskFormMessages);
  const taskText = useText(taskMessages);
  const [name, setName] = useState('');
  const list = useArtifacts({ name: name || undefined });
  const publish = (
    <Link to="/artifacts/publish" className={name === '' && list.rows.length === 0 ? 'button main' : 'button'}>
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
      <DataTable
        text={text}
        label={text('artifact')}
        list={list}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'artifact',
            render: ({ id, name }, focus) => <NameLink {...focus} to="/tasks/new" search={{ artifact: id }} name={name} />,
          },
          { id: 'artifactVersion', width: '13rem', render: ({ versions }) => versions[0] },
          { id: 'workspace', width: '12rem', render: ({ workspace }) => <bdi>{workspace.name}</bdi> },
        ]}
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
