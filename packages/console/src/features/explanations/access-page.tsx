/** Explains whether an account may use an operation, and why. */
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useMay, useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import type { Option } from '../../ui/choice-field.tsx';
import { FindField } from '../../ui/find-field.tsx';
import { EmptyState, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { AccountName } from '../users/account-name.tsx';
import { UserField } from '../users/user-field.tsx';
import { accessMessages } from './messages.ts';
import styles from './access.module.css';

/** The page. */
export function AccessPage(): ReactNode {
  const text = useText(accessMessages);
  const { operation = '', account, id, address } = useFilters('/admin/access').filters;
  const { data, error } = useRead(
    'GET /security/explanations',
    { query: { operation, account, id, address } },
    { enabled: operation !== '' },
  );
  return (
    <>
      <PageHead title={text('access')} />
      <p className="hint">{text('hint')}</p>
      <AccessForm />
      {operation === '' && <EmptyState title={text('start')} hint={text('startHint')} />}
      {operation !== '' && error && <ErrorNote error={error} />}
      {operation !== '' && !error && data && <AccessAnswer explanation={data} />}
    </>
  );
}

function AccessForm(): ReactNode {
  const text = useText(accessMessages);
  const me = useMe();
  const { filters, change, typed } = useFilters('/admin/access');
  const { account = me.id, operation } = filters;
  const [wanted, setWanted] = useState('');
  const operations = useOperations(wanted);
  const mayFindUsers = useMay('SVC_USER_MANAGEMENT');
  const mayFindPrograms = useMay('SVC_SERVICE_ACCOUNT_MANAGEMENT');
  const { data: programs = [] } = useRead('GET /account/service-accounts', { query: {} }, { enabled: mayFindPrograms });
  return (
    <section className="card">
      <div className={styles['accessChosen']}>
        <span className="hint">{text('account')}</span>
        <span>
          {account === me.id
            ? text('yourself')
            : (programs.find((program) => program.id === account)?.name ?? <AccountName id={account} />)}
        </span>
        {filters.account !== undefined && (
          <ActionButton icon="close" onPress={() => change({ account: undefined })}>
            {text('yourself')}
          </ActionButton>
        )}
        <span className="hint">{text('operation')}</span>
        <code>{operation ?? '–'}</code>
      </div>
      <div className={styles['accessFields']}>
        <FindField
          label={text('operation')}
          placeholder={text('operationHint')}
          empty={text('noMatch')}
          options={operations}
          onType={setWanted}
          onChoose={(chosen) => change({ operation: chosen })}
        />
        {mayFindUsers && <UserField label={text('otherAccount')} onChoose={(chosen) => change({ account: chosen })} />}
        {programs.length > 0 && (
          <FindField
            label={text('serviceAccount')}
            empty={text('nothingFits')}
            placeholder={text('any')}
            options={programs.map((program) => ({ id: program.id, name: program.name }))}
            onChoose={(chosen) => change({ account: chosen })}
          />
        )}
        <FilterField label={text('object')} placeholder={text('objectHint')} {...typed('id')} />
        <FilterField label={text('callerAddress')} placeholder={text('addressHint')} {...typed('address')} />
      </div>
    </section>
  );
}

const TONES = { PASSED: 'good', FAILED: 'bad', NOT_CHECKED: 'off' } as const;

function AccessAnswer({
  explanation: { account, operation, allowed, checks, scopes },
}: {
  explanation: Schema<'AccessExplanation'>;
}): ReactNode {
  const text = useText(accessMessages);
  return (
    <section className="card" aria-live="polite">
      <h2 dir="auto">
        <StatusMark tone={allowed ? 'good' : 'bad'}>{text(allowed ? 'allowed' : 'refused', { name: account.name })}</StatusMark>
      </h2>
      <p>
        <code>{operation}</code>
      </p>
      <ol className={`${styles['accessChecks']} ruled`}>
        {checks.map(({ check, result, message, through }, index) => (
          <li key={index}>
            <StatusMark tone={TONES[result]}>{text(check)}</StatusMark>
            <div>
              <p>
                {message} <span className="hint">{text(result)}</span>
              </p>
              <ul>
                {through.map((source) => (
                  <li key={`${source.id} ${source.group?.id}`} dir="auto">
                    {source.group
                      ? text('throughGroup', { name: source.name, group: source.group.name })
                      : text('through', { name: source.name })}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
      {scopes.length > 0 && <p className="hint">{text('scopes', { scopes: scopes.join(', ') })}</p>}
    </section>
  );
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
type Paths = Readonly<Record<string, Readonly<Record<string, { summary?: string } | undefined>>>>;

/** Operations that are offered at a time. */
const MAX_SHOWN = 30;

/** Finds the operations of the API that match all words of a text, in its published description. That is large, so only this page loads it. */
function useOperations(typed: string): readonly Option[] {
  const { data = [] } = useQuery({
    queryKey: ['openapi.json'],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Option[]> => {
      const { paths } = (await (await fetch('/openapi.json', { signal })).json()) as { paths: Paths };
      return Object.entries(paths).flatMap(([path, operations]) =>
        METHODS.flatMap((method) => {
          const operation = operations[method];
          if (!operation) return [];
          const id = `${method.toUpperCase()} ${path}`;
          return [{ id, name: `${id} — ${operation.summary ?? ''}` }];
        }),
      );
    },
  });
  const words = typed.toLowerCase().split(/\s+/);
  return data.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word))).slice(0, MAX_SHOWN);
}
