/** The package that installs a dynamic engine on its cluster. */
import { useState, type ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api, useRead } from '../../app/api.ts';
import { saveFile } from '../../app/saved-file.ts';
import { useMay } from '../../app/session.tsx';
import { useText } from '../../text/language.tsx';
import { Card } from '../../ui/page-parts.tsx';
import { ChangeForm } from '../../ui/change-form.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { CopyLine } from '../../ui/copy-text.tsx';
import { useDraft } from '../../ui/use-draft.ts';
import { packageMessages } from './messages.ts';

/** What the package holds: values of the Helm charts, or manifests for kubectl. */
type EnginePackageKind = 'helm' | 'manifest';

const KINDS: readonly EnginePackageKind[] = ['helm', 'manifest'];

/** Generates and downloads the package, and shows the commands that install it. */
export function PackageCard({ engine: { id, state } }: { engine: Schema<'DynamicEngine'> }): ReactNode {
  const text = useText(packageMessages);
  const [{ kind, isNewKey }, draft] = useDraft({ kind: 'helm' as EnginePackageKind, isNewKey: false });
  const [chosen, setChosen] = useState<string>();
  const { data: versions = [] } = useRead('GET /processing/runtimes/dynamic-engine-versions', {});
  const version = versions.find(({ id: versionId }) => versionId === chosen) ?? versions[0];
  const download = usePackageDownload(id);
  const wanted = { kind, version: version?.id, generateNewPairingKey: isNewKey };
  const hasKey = isNewKey || state === 'CREATING';
  return (
    <Card title={text('title')}>
      <p className="hint">{text('hint')}</p>
      <ChangeForm action={text('download')} change={download} onSubmit={() => download.mutate(wanted)}>
        <ChoiceField label={text('installWith')} {...draft.field('kind')} options={KINDS.map((id) => ({ id, name: text(id) }))} />
        {versions.length > 1 && (
          <ChoiceField
            label={text('version')}
            value={version?.id}
            options={versions.map(({ id: versionId = '', name = versionId }) => ({ id: versionId, name }))}
            onChange={setChosen}
          />
        )}
        {version?.kubeVersion !== undefined && <p className="hint">{text('kubernetes', { versions: version.kubeVersion })}</p>}
        <CheckField {...draft.check('isNewKey')}>{text('newKey')}</CheckField>
        {isNewKey && <p className="hint">{text('newKeyHint')}</p>}
        <p role="status">{text(hasKey ? 'keyOnce' : 'noKey')}</p>
      </ChangeForm>
      {download.isSuccess && <InstallCommands engineId={id} kind={download.variables.kind} />}
    </Card>
  );
}

/** The commands that install the content of the zip. Helm releases and files are named by the ids of their objects. */
function InstallCommands({ engineId, kind }: { engineId: string; kind: EnginePackageKind }): ReactNode {
  const text = useText(packageMessages);
  const maySee = useMay('SVC_ENVIRONMENT_MANAGEMENT');
  const { data } = useRead(
    'POST /orchestration/dynamic-engine-environments/search',
    { body: { deId: engineId, sortBy: 'NAME', sortOrder: 'ASC' } },
    { enabled: maySee },
  );
  return (
    <>
      <h3>{text('next')}</h3>
      <p className="hint">{text('nextHint')}</p>
      <CopyLine label={text('engineLine')}>{ENGINE_COMMANDS[kind](engineId)}</CopyLine>
      {data?.items?.map(({ id, name }) => (
        <CopyLine key={id} label={text('environmentLine', { name })}>
          {ENVIRONMENT_COMMANDS[kind](id)}
        </CopyLine>
      ))}
    </>
  );
}

const ENGINE_COMMANDS: Readonly<Record<EnginePackageKind, (id: string) => string>> = {
  helm: (id) => `helm upgrade --install millrace-engine deploy/charts/millrace-engine --values ${id}-values.yaml --wait`,
  manifest: () => 'kubectl apply -f custom-resource-definitions.yaml && kubectl apply -f resources.yaml',
};

const ENVIRONMENT_COMMANDS: Readonly<Record<EnginePackageKind, (id: string) => string>> = {
  helm: (id) => `helm upgrade --install env-${id} deploy/charts/millrace-engine-environment --values ${id}-values.yaml --wait`,
  manifest: (id) => `kubectl apply -f ${id}.yaml`,
};

const ROUTES = {
  helm: 'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-helm',
  manifest: 'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-manifest',
} as const;

/** The choices for a package. */
type WantedPackage = { kind: EnginePackageKind } & Schema<'GenerateDeploymentOptions'>;

/**
 * Generates the package of a dynamic engine, and lets the browser save it. The page does not store the zip in its state, because the zip contains a
 * key.
 */
function usePackageDownload(dynamicEngineId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, ...body }: WantedPackage): Promise<void> => {
      const zip = await new Response(await api.download(ROUTES[kind], { path: { dynamicEngineId }, body })).blob();
      saveFile(zip, `${dynamicEngineId}-${kind}.zip`);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['GET /processing/runtimes/dynamic-engines/{id}'] }),
  });
}
