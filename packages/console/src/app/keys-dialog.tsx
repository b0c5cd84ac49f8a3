import type { ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { ModalDialog } from '../ui/dialogs.tsx';
import { KEYS_OF_PAGES } from './keys.ts';
import { shellMessages } from './shell-messages.ts';
import styles from './keys-dialog.module.css';

/** The list of the keys that work on every page. */
export function KeysDialog({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText(shellMessages);
  return (
    <ModalDialog title={text('keys')} onClose={onClose}>
      <dl className={styles['keys']}>
        <div>
          <dt>
            <kbd>/</kbd> <kbd>Ctrl K</kbd>
          </dt>
          <dd>{text('palette')}</dd>
        </div>
        {Object.entries(KEYS_OF_PAGES).map(([key, [, name]]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text(name)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>{text('showKeys')}</dd>
        </div>
      </dl>
      <p className="hint">{text('keysHint')}</p>
    </ModalDialog>
  );
}
