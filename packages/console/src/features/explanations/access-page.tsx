/** Explains whether an account may do something, and why. The page speaks in sentences; the operation of the API and its codes stand beside them. */
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Permission, Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useFilters } from '../../app/filters.ts';
import { useMay, useMe } from '../../app/session.tsx';
import { useLanguage, useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { FindField, type FoundOption } from '../../ui/find-field.tsx';
import { EmptyState, ErrorNote, PageHead } from '../../ui/page-parts.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { FilterField } from '../../ui/text-field.tsx';
import { permissionMessages, rightMessages } from '../roles/messages.ts';
import { AccountName } from '../users/account-name.tsx';
import { UserField } from '../users/user-field.tsx';
import { useLack } from '../workspace-permissions/lack.tsx';
import { actionMessages, OPERATION_OF, type Action } from './action-messages.ts';
import { accessMessages, objectMessages } from './messages.ts';
import styles from './access.module.css';

/** The page. */
export function AccessPage(): ReactNode {
  const text = useText(accessMessages);
  const { operation = '', account, id, address } = useFilters('/admin/access').filters;
  const me = useMe();
  // The server refuses a question about another account to everybody else.
  const lack = useLack({ permissions: ['SVC_USER_MANAGEMENT', 'SVC_SERVICE_ACCOUNT_MANAGEMENT'] });
  const mayAsk = account === undefined || account === me.id || lack === undefined;
  const { data, error } = useRead(
    'GET /security/explanations',
    { query: { operation, account, id, address } },
    { enabled: operation !== '' && mayAsk },
  );
  return (
    <>
      <PageHead title={text('access')} />
      <p className="hint">{text('hint')}</p>
      <AccessForm />
      {operation === '' && <EmptyState title={text('start')} hint={text('startHint')} />}
      {operation !== '' && !mayAsk && <EmptyState title={text('aboutOthers')} hint={lack} />}
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
          <ActionButton onPress={() => change({ account: undefined })}>{text('chooseYourself')}</ActionButton>
        )}
        {operation !== undefined && (
          <>
            <span className="hint">{text('operation')}</span>
            <OperationName operation={operation} />
          </>
        )}
      </div>
      <div className={styles['accessFields']}>
        <FindField
          label={text('operation')}
          placeholder={text('operationHint')}
          empty={text('noMatch')}
          options={useMatchingOperations(wanted)}
          onType={setWanted}
          onChoose={(chosen) => change({ operation: chosen })}
        />
        {mayFindUsers && <UserField label={text('otherAccount')} onChoose={(chosen) => change({ account: chosen })} />}
        {programs.length > 0 && (
          <FindField
            label={text('serviceAccount')}
            empty={text('nothingFits')}
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

/** What an operation does, and its method and path for people who look for it. */
function OperationName({ operation }: { operation: string }): ReactNode {
  const actions = useActions();
  const known = actions.find(({ id }) => id === operation);
  const summaries = useSummaries(known === undefined);
  const { name, language } = known ?? summaries.find(({ id }) => id === operation) ?? {};
  return (
    <span>
      <span lang={language}>{name}</span> <code className="hint">{operation}</code>
    </span>
  );
}

const TONES = { PASSED: 'good', FAILED: 'bad', NOT_CHECKED: 'off' } as const;

function AccessAnswer({
  explanation: { account, operation, allowed, checks, scopes },
}: {
  explanation: Schema<'AccessExplanation'>;
}): ReactNode {
  const text = useText(accessMessages);
  const sourceText = useSourceText();
  return (
    <section className="card" aria-live="polite">
      <h2 dir="auto">
        <StatusMark tone={allowed ? 'good' : 'bad'}>{text(allowed ? 'allowed' : 'refused', { name: account.name })}</StatusMark>
      </h2>
      <p>
        <OperationName operation={operation} />
      </p>
      <ol className={`${styles['accessChecks']} ruled`}>
        {checks.map((check, index) => (
          <li key={index}>
            <StatusMark tone={TONES[check.result]}>{text(check.result)}</StatusMark>
            <div>
              <CheckSentence check={check} />
              <ul>
                {check.through.map((source) => (
                  <li key={`${source.id} ${source.group?.id}`} dir="auto">
                    {source.group ? text('ofGroup', { source: sourceText(source), group: source.group.name }) : sourceText(source)}
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
      {scopes.length > 0 && (
        <p className="hint">
          {text('scopes')} <code>{scopes.join(' ')}</code>
        </p>
      )}
    </section>
  );
}

/** The reasons of a right that are about the assignment to a promotion. Where the account does not see the promotion, it is not assigned either. */
const OF_ASSIGNMENT = {
  OBJECT_NEEDED: 'ASSIGNMENT_NEEDED',
  RIGHT_REPLACED: 'ASSIGNMENT_REPLACED',
  RIGHT_HELD: 'ASSIGNMENT_HELD',
  RIGHT_LACKS: 'ASSIGNMENT_LACKS',
  OBJECT_HIDDEN: 'ASSIGNMENT_LACKS',
} as const;

/** The reason of a check in a sentence, with the codes of its permissions or its right. */
function CheckSentence({ check: { reason, permissions, object, right } }: { check: Schema<'AccessCheck'> }): ReactNode {
  const text = useText(accessMessages);
  const language = useLanguage();
  const describe = useText(permissionMessages);
  const describeRight = useText(rightMessages);
  const places = useText(objectMessages);
  const names = (permissions ?? []).map((permission) => text('quoted', { name: describe(permission as Permission) }));
  const values = {
    permissions: new Intl.ListFormat(language, { type: 'disjunction' }).format(names),
    right: right === undefined || right === 'ASSIGNMENT' ? '' : describeRight(right),
    where: object === undefined || object === 'promotion' || object === 'promotion execution' ? '' : places(`on ${object}`),
  };
  const key = right === 'ASSIGNMENT' && reason in OF_ASSIGNMENT ? OF_ASSIGNMENT[reason as keyof typeof OF_ASSIGNMENT] : reason;
  const codes = (right === undefined ? permissions : [right]) ?? [];
  return (
    <p>
      {text(key, values)} {codes.length > 0 && <code className="hint">{codes.join(' ')}</code>}
    </p>
  );
}

/** Returns the function that says through what a check passes. */
function useSourceText(): (source: Schema<'AccessSource'>) => string {
  const text = useText(accessMessages);
  const describe = useText(permissionMessages);
  return ({ type, name }) => text(type, { name: type === 'PERMISSION' ? describe(name as Permission) : name });
}

/** What people do in the console, in the language of the page. */
function useActions(): readonly FoundOption[] {
  const text = useText(actionMessages);
  return (Object.keys(OPERATION_OF) as Action[]).map((action) => ({
    id: OPERATION_OF[action],
    name: text(action),
    code: OPERATION_OF[action],
  }));
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
type Paths = Readonly<Record<string, Readonly<Record<string, { summary?: string } | undefined>>>>;

/** All operations of the API with their summaries, which are in English. The description is large, so it is read only when it is needed. */
function useSummaries(isNeeded: boolean): readonly FoundOption[] {
  const { data = [] } = useQuery({
    queryKey: ['openapi.json'],
    staleTime: Infinity,
    enabled: isNeeded,
    queryFn: async ({ signal }): Promise<FoundOption[]> => {
      const { paths } = (await (await fetch('/openapi.json', { signal })).json()) as { paths: Paths };
      return Object.entries(paths).flatMap(([path, operations]) =>
        METHODS.flatMap((method) => {
          const operation = operations[method];
          if (!operation) return [];
          const id = `${method.toUpperCase()} ${path}`;
          return [{ id, name: operation.summary ?? '', code: id, language: 'en' }];
        }),
      );
    },
  });
  return data;
}

/** Operations that are offered at a time. */
const MAX_SHOWN = 30;

/** The operations that match all words of a text: those with a sentence first, and if something is typed, all others of the API. */
function useMatchingOperations(typed: string): readonly FoundOption[] {
  const actions = useActions();
  const summaries = useSummaries(typed !== '');
  const words = typed.toLowerCase().split(/\s+/);
  const known = new Set(actions.map(({ id }) => id));
  return [...actions, ...(typed === '' ? [] : summaries.filter(({ id }) => !known.has(id)))]
    .filter(({ id, name }) => words.every((word) => `${name} ${id}`.toLowerCase().includes(word)))
    .slice(0, typed === '' ? actions.length : MAX_SHOWN);
}
