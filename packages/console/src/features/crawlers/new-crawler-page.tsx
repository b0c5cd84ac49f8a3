/** Creates the crawler of a connection. */
import { useState, type ReactNode } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useChange, useRead } from '../../app/api.ts';
import { CHANGES_CONNECTIONS } from '../../app/needs.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { EmptyState, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Allowed } from '../workspace-permissions/lack.tsx';
import { useCrawlLack } from './crawl-right.ts';
import { crawlerMessages } from './messages.ts';
import { TableChoice } from './table-choice.tsx';

const route = getRouteApi('/catalogue/crawlers/new');

/** The page: a form for a connection that has no crawler yet. Without such a connection it says what to do first, or what the person lacks for that. */
export function NewCrawlerPage(): ReactNode {
  const text = useText(crawlerMessages);
  const { connection: wanted } = route.useSearch();
  const { data: connections, error } = useRead('GET /connections', {});
  const { data: crawlers, error: crawlersError } = useRead('GET /connections/crawlers', {});
  const crawledConnections = new Set(crawlers?.data.map(({ connectionId }) => connectionId));
  const free = connections
    ?.filter(({ id = '', entitlements = [] }) => entitlements.includes('CONNECTION_UPDATE') && !crawledConnections.has(id))
    .map(({ id = '', label }) => ({ id, name: label }));
  const isRead = free !== undefined && crawlers !== undefined;
  if (isRead && free.length === 0)
    return (
      <Allowed needs={CHANGES_CONNECTIONS} title={text('newCrawler')}>
        <PageHead title={text('newCrawler')} />
        <EmptyState
          title={text('noWritable')}
          action={<ButtonLink to="/catalogue/connections/new" tone="main" name={text('newConnection')} />}
          hint={text('noneConnection')}
        />
      </Allowed>
    );
  return (
    <>
      <PageHead title={text('newCrawler')} />
      <ErrorNote error={error ?? crawlersError} />
      {isRead && (
        <section className="card">
          <CrawlerForm connections={free} wanted={wanted} />
        </section>
      )}
    </>
  );
}

type CrawlerFormProps = { connections: readonly { id: string; name: string }[]; wanted: string | undefined };

function CrawlerForm({ connections, wanted }: CrawlerFormProps): ReactNode {
  const text = useText(crawlerMessages);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(wanted);
  const [name, setName] = useState<string>();
  const [description, setDescription] = useState('');
  const [tables, setTables] = useState<readonly string[]>();
  const connection = connections.find(({ id }) => id === chosen) ?? connections[0];
  const [isEmpty, setIsEmpty] = useState(false);
  const create = useChange('POST /connections/crawlers', {
    refreshes: ['GET /connections/crawlers'],
    notice: text('saved'),
    onDone: ({ id }) => void navigate({ to: '/catalogue/crawlers/$crawlerId', params: { crawlerId: id } }),
  });
  const lack = useCrawlLack(connection?.id ?? '');
  if (!connection) return undefined;
  function submit(connectionId: string): void {
    // To the server, an empty list means all tables.
    setIsEmpty(tables?.length === 0);
    if (tables?.length === 0) return;
    create.mutate({
      body: {
        connectionId,
        name: name ?? connection?.name ?? '',
        ...(description && { description }),
        ...(tables && { selectedDatasets: [...tables] }),
      },
    });
  }
  const connectionField = (
    <ChoiceField
      label={text('connection')}
      value={connection.id}
      options={connections}
      onChange={(id) => {
        setChosen(id);
        setTables(undefined);
      }}
    />
  );
  if (lack !== undefined)
    return (
      <>
        {connectionField}
        <p className="hint">{lack}</p>
      </>
    );
  return (
    <ChangeForm
      action={text('create')}
      change={{ isPending: create.isPending, error: isEmpty && tables?.length === 0 ? new Error(text('nothingChosen')) : create.error }}
      onSubmit={() => submit(connection.id)}
    >
      {connectionField}
      <TextField label={text('name')} value={name ?? connection.name} onChange={setName} isRequired autoComplete="off" />
      <TextField label={text('description')} value={description} onChange={setDescription} />
      <TableChoice connectionId={connection.id} chosen={tables} onChange={setTables} />
    </ChangeForm>
  );
}
