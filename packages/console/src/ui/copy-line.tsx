import { useState, type ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';

/** A text to copy, such as a command. */
export function CopyLine({ label, children }: { label: string; children: string }): ReactNode {
  const text = useText();
  const [copied, setCopied] = useState('');
  const copy = (): void => {
    // A click selects the whole text, for browsers that do not let pages write to the clipboard.
    navigator.clipboard?.writeText(children).then(
      () => setCopied(children),
      () => setCopied(''),
    );
  };
  return (
    <div className="copy-line" role="group" aria-label={label}>
      <code>{children}</code>
      <ActionButton icon={copied === children ? 'check' : 'copy'} onPress={copy}>
        {text(copied === children ? 'copied' : 'copy')}
      </ActionButton>
    </div>
  );
}
