/** An area that accepts a file: dropped, pasted, or chosen by a button. */
import type { ReactNode } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useText } from '../text/language.tsx';
import { ActionButton } from './action-button.tsx';

type FileDropProps = {
  label: string;
  hint?: string;
  /** The file that was accepted last. */
  file: File | undefined;
  /** Types of files that the dialog of the browser offers, such as `.zip`. */
  accepts?: readonly string[];
  isDisabled?: boolean;
  onFile: (file: File) => void;
};

/** The area. */
export function FileDrop({ label, hint, file, accepts, isDisabled = false, onFile }: FileDropProps): ReactNode {
  const text = useText();
  return (
    <DropZone
      aria-label={label}
      className="file-drop"
      isDisabled={isDisabled}
      onDrop={({ items }) => {
        const dropped = items.find((item) => item.kind === 'file');
        if (dropped) void dropped.getFile().then(onFile);
      }}
    >
      <p className="file-drop-name" dir="auto">
        {file?.name ?? label}
      </p>
      {hint !== undefined && <p className="hint">{hint}</p>}
      <FileTrigger
        {...(accepts && { acceptedFileTypes: accepts })}
        onSelect={(files) => {
          const chosen = files?.item(0);
          if (chosen) onFile(chosen);
        }}
      >
        <ActionButton icon="upload" isDisabled={isDisabled}>
          {text(file ? 'otherFile' : 'chooseFile')}
        </ActionButton>
      </FileTrigger>
    </DropZone>
  );
}
