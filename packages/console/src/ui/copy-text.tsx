/** Texts that a person copies. */
import { useRef, useState, type ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';
import { toast } from './toast.tsx';
import styles from './copy-text.module.css';

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

/** The secret with a button that copies it. `label` names its purpose. */
export function SecretNote({ label, secret, hint }: { label: string; secret: string; hint?: string }): ReactNode {
  const text = useText();
  const element = useRef<HTMLElement>(null);
  async function copy(): Promise<void> {
    if (await copyText(secret, element.current)) toast(text('copied'));
  }
  return (
    <div className={`note ${styles['note']}`} role="status">
      <p>
        <strong>{label}</strong> {hint ?? text('shownOnce')}
      </p>
      <p className={styles['row']}>
        <code ref={element}>{secret}</code>
        <ActionButton onPress={() => void copy()}>{text('copy')}</ActionButton>
      </p>
    </div>
  );
}

/** Copies what a person has chosen in a menu, and says so. Without TLS, browsers offer no clipboard: then the person copies the text of a dialog. */
export async function copyOrShow(content: string, label: string, notice: string): Promise<void> {
  if (await copyText(content, null)) toast(notice);
  else window.prompt(label, content);
}

/**
 * Copies a text, and returns whether that succeeded. On pages without TLS, browsers offer no clipboard; then the content of `element` is selected, so
 * that the person can copy it.
 */
export async function copyText(content: string, element: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch {
    if (element) window.getSelection()?.selectAllChildren(element);
    return false;
  }
}
