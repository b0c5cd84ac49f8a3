/** The alert rules of the person, and their incidents. */
import { useState, type ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { AlertDialog } from './alert-dialog.tsx';
import { AlertIncidentTable } from './alert-incidents.tsx';
import { AlertRules } from './alert-rules.tsx';
import { alertMessages } from './messages.ts';

/** The page. */
export function AlertsPage(): ReactNode {
  const text = useText(alertMessages);
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <PageHead title={text('title')}>
        <ActionButton tone="main" icon="plus" onPress={() => setIsCreating(true)}>
          {text('new')}
        </ActionButton>
      </PageHead>
      <AlertRules />
      <AlertIncidentTable />
      {isCreating && <AlertDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
