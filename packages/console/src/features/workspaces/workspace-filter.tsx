import type { ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { useWorkspaceOptions } from './use-workspaces.ts';
import { workspaceMessages } from './messages.ts';

const ANY = 'any';

/** The filter of a list by workspace. */
export function WorkspaceFilter({ value, onChange }: { value: string | undefined; onChange: (id: string | undefined) => void }): ReactNode {
  const text = useText(workspaceMessages);
  return (
    <ChoiceField
      label={text('workspace')}
      value={value ?? ANY}
      options={[{ id: ANY, name: text('any') }, ...useWorkspaceOptions()]}
      onChange={(id) => onChange(id === ANY ? undefined : id)}
    />
  );
}
