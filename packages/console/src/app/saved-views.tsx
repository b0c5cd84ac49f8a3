/**
 * Views of a list that a person has saved in this browser: names for the search parameters of its page, with the chosen columns. The link of the page
 * shows another person the same filters.
 */
import { useState, type ReactNode } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { ActionButton, IconButton } from '../ui/action-button.tsx';
import { ActionMenu, MenuAction } from '../ui/action-menu.tsx';
import { copyOrShow } from '../ui/copy-text.tsx';
import { FormDialog, ModalDialog } from '../ui/dialogs.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.tsx';
import { storedValue, storeText } from './browser-storage.ts';
import type { ColumnDecisions, ColumnView } from './chosen-columns.tsx';
import { parseSearch, stringifySearch } from './search.ts';

/** A view: its name, the search parameters as in a URL, and the columns, which views of older versions lack. */
type SavedView = { name: string; search: string; columns?: ColumnDecisions };

const storageKey = (list: string): string => `millrace.views.${list}`;

function readViews(list: string): SavedView[] {
  const stored = storedValue(storageKey(list));
  return Array.isArray(stored)
    ? stored.filter((view): view is SavedView => typeof view?.name === 'string' && typeof view.search === 'string')
    : [];
}

/** The menu of the views of a list. A view has neither the environment, which the head of the page chooses, nor the place in a long list. */
export function SavedViews({ list, columns }: { list: string; columns: ColumnView }): ReactNode {
  const text = useText();
  const navigate = useNavigate();
  const { environment, after: _after, ...search } = useSearch({ strict: false }) as Record<string, unknown>;
  const [views, setViews] = useState(() => readViews(list));
  const [open, setOpen] = useState<'save' | 'remove'>();
  const [name, setName] = useState('');
  const current = stringifySearch(search);
  function change(next: SavedView[]): void {
    setViews(next);
    storeText(storageKey(list), JSON.stringify(next));
  }
  function show({ search: chosen, columns: decisions }: SavedView): void {
    if (decisions) columns.decide(decisions);
    void navigate({
      to: '.',
      search: { ...parseSearch(chosen), ...(environment === undefined ? {} : { environment }) } as never,
      resetScroll: false,
    });
  }
  return (
    <>
      <ActionMenu button={<ActionButton icon="saved">{text('views')}</ActionButton>} label={text('views')}>
        {[
          ...views.map((view) => (
            <MenuAction key={`view ${view.name}`} onAction={() => show(view)}>
              {view.name}
            </MenuAction>
          )),
          <MenuAction key="save" onAction={() => setOpen('save')}>
            {text('saveView')}
          </MenuAction>,
          <MenuAction key="link" onAction={() => void copyOrShow(window.location.href, text('copyLink'), text('linkCopied'))}>
            {text('copyLink')}
          </MenuAction>,
          ...(views.length > 0
            ? [
                <MenuAction key="remove" onAction={() => setOpen('remove')}>
                  {text('removeViews')}
                </MenuAction>,
              ]
            : []),
        ]}
      </ActionMenu>
      {open === 'save' && (
        <FormDialog
          title={text('saveView')}
          hint={text('saveViewHint')}
          action={text('save')}
          change={{ isPending: false, error: null }}
          onSubmit={() => {
            change([...views.filter((view) => view.name !== name), { name, search: current, columns: columns.decisions }]);
            setOpen(undefined);
            setName('');
            toast(text('saved'));
          }}
          onClose={() => {
            setOpen(undefined);
            setName('');
          }}
        >
          <TextField label={text('name')} value={name} onChange={setName} isRequired autoFocus />
        </FormDialog>
      )}
      {open === 'remove' && (
        <ModalDialog title={text('removeViews')} onClose={() => setOpen(undefined)}>
          <ul className="items">
            {views.map((view) => (
              <li key={view.name}>
                <bdi>{view.name}</bdi>
                <IconButton
                  label={text('remove', { name: view.name })}
                  icon="close"
                  onPress={() => {
                    const left = views.filter((one) => one !== view);
                    change(left);
                    if (left.length === 0) setOpen(undefined);
                  }}
                />
              </li>
            ))}
          </ul>
        </ModalDialog>
      )}
    </>
  );
}
