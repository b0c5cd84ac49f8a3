/** The audit log: live, with typed filters, and each entry in a dialog. */
import type { Schema } from '@millrace/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { serverNow, useRead } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useCursorList } from '../../app/lists.ts';
import { PAST_PERIOD_NAMES, PAST_PERIODS } from '../../app/past-periods.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ChosenFilter, FilterChoice } from '../../ui/choice-field.tsx';
import { ErrorNote, FactList } from '../../ui/page-parts.tsx';
import { FindField } from '../../ui/find-field.tsx';
import type { ColumnSort } from '../../ui/table-columns.ts';
import { TablePage } from '../../ui/table-page.tsx';
import { ModalDialog } from '../../ui/dialogs.tsx';
import { ScrollText } from '../../ui/scroll-areas.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useAccountName } from '../users/account-name.tsx';
import { UserField } from '../users/user-field.tsx';
import { shortName, useAuditWords } from './audit-kinds.ts';
import { auditMessages } from './messages.ts';

const REFRESH_INTERVAL = 3000;
/** The start of a period is rounded down to a multiple of these milliseconds, so that the query, and with it the cached list, rarely changes. */
const PERIOD_STEP = 300_000;

/** Statuses from this number on are errors. */
const FIRST_ERROR_STATUS = 400;

/** A word, if there is one, with the code that the API has for it. */
const withCode = (word: string | undefined, name: string): string =>
  word === undefined ? shortName(name) : `${word} (${shortName(name)})`;

/** The page. */
export function AuditPage(): ReactNode {
  const text = useText(auditMessages);
  const { filters, change, clear, chosen } = useFilters('/admin/audit');
  const { type, source, user, period, entry, sort } = filters;
  const { sectionOf, kindOf } = useAuditWords();
  const { data: types } = useRead('GET /api/v1/audits/types', {});
  const { data: sources } = useRead('GET /api/v1/audits/sources', {});
  const begin = period && Math.floor((serverNow() - PAST_PERIODS[period]) / PERIOD_STEP) * PERIOD_STEP;
  const list = useCursorList(
    'GET /api/v1/audits',
    {
      query: {
        eventType: type,
        source,
        userId: user,
        sort,
        eventTime: begin === undefined ? undefined : `${new Date(begin).toISOString()}/`,
      },
    },
    { every: REFRESH_INTERVAL },
  );
  const order = sort ?? '-eventTime';
  const sortOf = (field: 'eventTime' | 'eventType'): ColumnSort => {
    const [up, down] = [field, `-${field}`] as const;
    return {
      direction: order === up ? 'ascending' : order === down ? 'descending' : undefined,
      // The newest entries are first, but types are in alphabetical order first.
      onSort: () => change({ sort: order === up ? down : order === down || field === 'eventType' ? up : down }),
    };
  };
  return (
    <TablePage
      text={text}
      title={text('audit')}
      filters={
        <>
          <FilterChoice
            label={text('period')}
            {...chosen('period')}
            options={PAST_PERIOD_NAMES.map((id) => ({ id, name: text(`period${id}`) }))}
          />
          <FilterChoice
            label={text('source')}
            {...chosen('source')}
            options={(sources?.data ?? []).map((id) => ({ id, name: withCode(sectionOf(id), id) }))}
          />
          <FindField
            label={text('type')}
            empty={text('nothingFits')}
            placeholder={type === undefined ? text('any') : (kindOf(type) ?? shortName(type))}
            options={(types?.data ?? []).map((id) => ({ id, name: withCode(kindOf(id), id) }))}
            onChoose={(id) => change({ type: id })}
          />
          <UserField label={text('user')} onChoose={(id) => change({ user: id })} />
          {type !== undefined && <ChosenFilter name={kindOf(type) ?? shortName(type)} onRemove={() => change({ type: undefined })} />}
          {user !== undefined && <ChosenUser id={user} onRemove={() => change({ user: undefined })} />}
        </>
      }
      isFiltered={[type, source, user, period].some((value) => value !== undefined)}
      onClear={clear}
      list={list}
      keyOf={({ id }) => id}
      columns={[
        { id: 'time', sort: sortOf('eventTime'), width: '11.5rem', render: ({ eventTime }) => <TimeText at={eventTime} /> },
        {
          id: 'account',
          width: '8rem',
          render: ({ data: { username } }) => <bdi title={username}>{username || '–'}</bdi>,
        },
        {
          id: 'type',
          sort: sortOf('eventType'),
          render: ({ id, eventType }, focus) => (
            <Link
              {...focus}
              from="/admin/audit"
              to="."
              search={(search) => ({ ...search, entry: id })}
              resetScroll={false}
              title={eventType}
            >
              {kindOf(eventType) ?? shortName(eventType)}
            </Link>
          ),
        },
        {
          id: 'call',
          isWide: true,
          render: ({ data: { request } }) => (
            <span title={`${request.method} ${request.url}`}>
              {request.method} {request.url}
            </span>
          ),
        },
        {
          id: 'answer',
          width: '5.5rem',
          isInCard: false,
          render: ({ data: { response } }) => (
            <StatusMark tone={Number(response.code) < FIRST_ERROR_STATUS ? 'good' : 'bad'}>{response.code}</StatusMark>
          ),
        },
        { id: 'address', width: '7.5rem', isWide: true, render: ({ data: { clientIp } }) => clientIp },
      ]}
    >
      {entry !== undefined && (
        <AuditEntryDialog id={entry} known={list.rows.find(({ id }) => id === entry)} onClose={() => change({ entry: undefined })} />
      )}
    </TablePage>
  );
}

function ChosenUser({ id, onRemove }: { id: string; onRemove: () => void }): ReactNode {
  const text = useText(auditMessages);
  return <ChosenFilter name={text('onlyUser', { name: useAccountName(id) })} onRemove={onRemove} />;
}

type AuditEntryDialogProps = { id: string; known: Schema<'Audit'> | undefined; onClose: () => void };

/** One entry of the audit log; it is read from the server if the list does not contain it. */
function AuditEntryDialog({ id, known, onClose }: AuditEntryDialogProps): ReactNode {
  const text = useText(auditMessages);
  const { data: read, error } = useRead('GET /api/v1/audits/{id}', { path: { id } }, { enabled: !known });
  const { kindOf } = useAuditWords();
  const entry = known ?? read;
  return (
    <ModalDialog title={(entry && (kindOf(entry.eventType) ?? entry.eventType)) ?? text('entry')} isOpen onClose={onClose}>
      <ErrorNote error={error} />
      {entry && <EntryParts entry={entry} />}
      <div className="buttons">
        <ActionButton autoFocus onPress={onClose}>
          {text('close')}
        </ActionButton>
      </div>
    </ModalDialog>
  );
}

function EntryParts({ entry: { id, eventTime, eventType, userId, data } }: { entry: Schema<'Audit'> }): ReactNode {
  const text = useText(auditMessages);
  const { requestId, clientIp, username, email, request, response } = data;
  return (
    <div className="dialog-parts">
      <FactList
        facts={[
          [text('time'), <TimeText key="time" at={eventTime} />],
          [text('account'), [username, email].filter(Boolean).join(' · ') || userId],
          [text('address'), clientIp],
          [text('program'), request.userAgent],
          [text('requestId'), <code key="request">{requestId}</code>],
          [text('type'), <code key="type">{eventType}</code>],
          [text('id'), <code key="id">{id}</code>],
        ]}
      />
      <h3>{text('apiRequest')}</h3>
      <ScrollText
        label={text('apiRequest')}
      >{`${request.method} ${request.url}\n\n${formatJson(request.body) ?? text('noBody')}`}</ScrollText>
      <h3>{text('response')}</h3>
      <ScrollText label={text('response')}>{`${response.code}\n\n${formatJson(response.body) ?? text('noBody')}`}</ScrollText>
      <p className="hint">{text('secretsHint')}</p>
    </div>
  );
}

/** Formats JSON with line breaks. Other texts, such as truncated JSON, stay as they are. */
function formatJson(body: string | undefined): string | undefined {
  try {
    return body === undefined ? undefined : JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
