/** A field with a list of matching commands: the arrow keys choose one, Enter runs it. */
import { useEffect, useRef, type ReactNode } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Input, TextField } from 'react-aria-components/TextField';

/** A command that a person can choose. */
export type CommandEntry = { id: string; group: string; name: string; run: () => void };

type CommandListProps = {
  label: string;
  hint: string;
  empty: string;
  typed: string;
  onType: (typed: string) => void;
  entries: readonly CommandEntry[];
  onClose: () => void;
};

/** The list, in a dialog. */
export const CommandList = ({ label, hint, empty, typed, onType, entries, onClose }: CommandListProps): ReactNode => (
  <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(open) => open || onClose()}>
    <Modal className="modal palette">
      <Dialog className="dialog" aria-label={label}>
        <Autocomplete inputValue={typed} onInputChange={onType}>
          <TextField autoFocus aria-label={label}>
            <Input className="input" placeholder={hint} />
          </TextField>
          <Menu className="options" aria-label={label} renderEmptyState={() => <p className="hint">{empty}</p>}>
            {[...Map.groupBy(entries, ({ group }) => group)].map(([group, members]) => (
              <MenuSection key={group}>
                <Header className="options-head">{group}</Header>
                {members.map(({ id, name, run }) => (
                  <MenuItem
                    key={id}
                    id={id}
                    className="option"
                    textValue={name}
                    onAction={() => {
                      onClose();
                      run();
                    }}
                  >
                    {({ isFocused }) => <CommandName name={name} isMarked={isFocused} />}
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
          </Menu>
        </Autocomplete>
      </Dialog>
    </Modal>
  </ModalOverlay>
);

/**
 * The name of a command. When an entry becomes marked, React Aria sets the entry's id at the field (`aria-activedescendant`). It leaves that out if the
 * entry was marked before and another one was marked in between. The field then names the wrong entry, and Enter runs nothing. So each marked entry
 * announces itself by an event.
 */
function CommandName({ name, isMarked }: { name: string; isMarked: boolean }): ReactNode {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isMarked) element.current?.closest('[role=menuitem]')?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  }, [isMarked]);
  return <bdi ref={element}>{name}</bdi>;
}
