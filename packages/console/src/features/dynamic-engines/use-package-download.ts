/** Generates the package of a dynamic engine, and lets the browser save it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Schema } from '@millrace/contract';
import { api } from '../../app/api.ts';

/** The kinds of packages. */
export type EnginePackageKind = 'helm' | 'manifest';

const ROUTES = {
  helm: 'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-helm',
  manifest: 'POST /processing/runtimes/dynamic-engines/{dynamicEngineId}/actions/generate-manifest',
} as const;

/** The choices for a package. */
type WantedPackage = { kind: EnginePackageKind } & Schema<'GenerateDeploymentOptions'>;

/** The mutation. The page does not store the zip in its state, because the zip contains a key. */
export function usePackageDownload(dynamicEngineId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ kind, ...body }: WantedPackage): Promise<void> => {
      const zip = await new Response(await api.download(ROUTES[kind], { path: { dynamicEngineId }, body })).blob();
      saveFile(zip, `${dynamicEngineId}-${kind}.zip`);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['GET /processing/runtimes/dynamic-engines/{id}'] }),
  });
}

/** Milliseconds that a browser gets to begin the download before the URL of the file is released. */
const DOWNLOAD_START_MILLISECONDS = 60_000;

function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_START_MILLISECONDS);
}
