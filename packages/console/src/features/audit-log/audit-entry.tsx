/** One entry of the audit log. */
import type { ReactNode } from 'react';
import type { Schema } from '@millrace/contract';
import { useRead } from '../../app/api.ts';
import { useText } from '../../text/language.tsx';
import { ActionButton } from '../../ui/action-button.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FactList } from '../../ui/fact-list.tsx';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import { ScrollText } from '../../ui/scroll-text.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { auditMessages } from './messages.ts';
import './audit.css';

type AuditEntryDialogProps = { id: string; known: Schema<'Audit'> | undefined; onClose: () => void };

/** The entry; it is read from the server if the list does not contain it. */
export function AuditEntryDialog({ id, known, onClose }: AuditEntryDialogProps): ReactNode {
  const text = useText(auditMessages);
  const { data: read, error } = useRead('GET /api/v1/audits/{id}', { path: { id } }, { enabled: !known });
  const entry = known ?? read;
  return (
    <ModalDialog title={entry?.eventType ?? text('entry')} isOpen onClose={onClose}>
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

function EntryParts({ entry: { id, eventTime, userId, data } }: { entry: Schema<'Audit'> }): ReactNode {
  const text = useText(auditMessages);
  const { requestId, clientIp, username, email, request, response } = data;
  return (
    <div className="audit-parts">
      <FactList
        facts={[
          [text('time'), <TimeText key="time" at={eventTime} />],
          [text('account'), [username, email].filter(Boolean).join(' · ') || userId],
          [text('address'), clientIp],
          [text('program'), request.userAgent],
          [text('requestId'), <code key="request">{requestId}</code>],
          ['Id', <code key="id">{id}</code>],
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
