/** The entries of the allowlist. */
import type { ReactNode } from 'react';
import { useChange } from '../../app/api.ts';
import { useWholeList } from '../../app/lists.ts';
import { useText } from '../../text/language.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { allowlistMessages } from './messages.ts';
import { ALLOWLIST_READS } from './reads.ts';

/** The entries, and a form for another one. */
export function AllowedAddresses(): ReactNode {
  const text = useText(allowlistMessages);
  const [{ ip, description }, draft] = useDraft({ ip: '', description: '' });
  const add = useChange('POST /security/ip-allowlist/ips', {
    refreshes: ALLOWLIST_READS,
    onDone: () => draft.set({ ip: '', description: '' }),
  });
  const remove = useChange('DELETE /security/ip-allowlist/ips/{ipEntryId}', { refreshes: ALLOWLIST_READS });
  return (
    <section className="card">
      <h2>{text('entries')}</h2>
      <ItemList label={text('entries')} list={useWholeList('GET /security/ip-allowlist/ips', {})} empty={<p>{text('noEntries')}</p>}>
        {(entry) => (
          <li key={entry.id}>
            <code>{entry.ip}</code>
            <span className="hint" dir="auto">
              {entry.description}
            </span>
            <span className="row-end">
              <DeleteButton
                name={entry.ip}
                action={text('removeIt')}
                hint={text('entryHint')}
                change={remove}
                onDelete={() => remove.mutate({ path: { ipEntryId: entry.id } })}
              />
            </span>
          </li>
        )}
      </ItemList>
      <ChangeForm action={text('add')} change={add} onSubmit={() => add.mutate({ body: [{ ip: ip.trim(), description }] })}>
        <TextField label={text('addressOrRange')} hint={text('addressHint')} {...draft.field('ip')} />
        <TextField label={text('purpose')} {...draft.field('description')} />
      </ChangeForm>
    </section>
  );
}
