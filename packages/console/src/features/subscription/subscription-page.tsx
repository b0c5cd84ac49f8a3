/** The limits of the tenant, and its usage. */
import { useState, type ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useChange, useRead } from '../../app/api.ts';
import { useMe } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { Card, ErrorNote, FactList, PageHead } from '../../ui/page-parts.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { subscriptionMessages } from './messages.ts';
import styles from './subscription.module.css';

/** The page. */
export function SubscriptionPage(): ReactNode {
  const text = useText(subscriptionMessages);
  const { accountId } = useMe();
  const { data, error } = useRead('GET /account/subscription', {});
  const { data: tenant, isPending } = useRead('GET /api/v1/tenants/{id}', { path: { id: accountId } });
  if (!data || isPending) return <ErrorNote error={error} />;
  const { tokensStatus, seats, enginesStatus, licenseType, supportLevel, startDate, endDate, applications } = data;
  return (
    <>
      <PageHead title={text('subscription')} />
      <div className="columns">
        <section className={`card ${styles['usageCard']}`}>
          <h2>{text('use')}</h2>
          <Usage name={text('tokens')} used={tokensStatus.consumed} total={tokensStatus.total} />
          <h3>{text('accounts')}</h3>
          {seats.map(({ application, currentUsers, maxUsers }) => (
            <Usage key={application} name={application} used={currentUsers} total={maxUsers} />
          ))}
          <h3>{text('consumed')}</h3>
          <FactList facts={enginesStatus.map(({ type, consumed }) => [text(type), String(consumed)])} />
        </section>
        <div>
          {tenant && <TenantForm key={tenant.name} tenant={tenant} />}
          <Card title={text('license')}>
            <FactList
              facts={[
                [text('license'), licenseType],
                [text('support'), supportLevel],
                [text('from'), <TimeText key="from" at={startDate} form="day" />],
                [text('until'), endDate.startsWith(NO_END) ? text('noEnd') : <TimeText key="until" at={endDate} form="day" />],
                [text('applications'), applications.join(', ')],
              ]}
            />
          </Card>
        </div>
      </div>
    </>
  );
}

/** An end in this year means that the subscription does not end. */
const NO_END = '9999';
/** From this number on, a limit stands for none. */
const UNBOUNDED = 1_000_000;
/** From this part of a limit on, its bar warns. */
const NEARLY_ALL = 0.9;

function Usage({ name, used, total }: { name: string; used: number; total: number }): ReactNode {
  const text = useText(subscriptionMessages);
  const isLimited = total < UNBOUNDED;
  return (
    <div className={styles['usage']}>
      <span>{name}</span>
      <span>{isLimited ? text('ofTotal', { used, total }) : text('unbounded', { used })}</span>
      {isLimited && <meter aria-label={name} min={0} max={total} high={total * NEARLY_ALL} value={used} />}
    </div>
  );
}

function TenantForm({ tenant: { id, name: storedName, hostnames } }: { tenant: Schema<'Tenant'> }): ReactNode {
  const text = useText(subscriptionMessages);
  const [name, setName] = useState(storedName);
  const rename = useChange('PATCH /api/v1/tenants/{id}', {
    refreshes: ['GET /api/v1/tenants/{id}'],
    notice: text('saved'),
  });
  return (
    <Card title={text('tenant')}>
      <ChangeForm
        action={text('save')}
        change={rename}
        onSubmit={() => rename.mutate({ path: { id }, body: [{ op: 'replace', path: '/name', value: name }] })}
      >
        <TextField label={text('tenantName')} value={name} onChange={setName} />
      </ChangeForm>
      <FactList
        facts={[
          [text('hosts'), hostnames.join(', ')],
          [text('id'), <code key="id">{id}</code>],
        ]}
      />
    </Card>
  );
}
