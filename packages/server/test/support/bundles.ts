/** Real zips for tests. */
import { ZipFile } from 'yazl';

/** A zip of these files; a name ending in .sh may be executed. */
export async function zip(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    archive.addBuffer(Buffer.from(content), name, {
      mode: name.endsWith('.sh') ? 0o100755 : 0o100644,
      mtime: new Date(Date.UTC(2026, 0, 1)),
    });
  }
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A millrace bundle that runs a shell script. */
export const shellBundle = (script: string, manifest: object = {}): Promise<Buffer> =>
  zip({ 'millrace.json': JSON.stringify({ name: 'shell', version: '1.0.0', run: ['sh', 'run.sh'], ...manifest }), 'run.sh': script });

/** The body of a publication. */
export function publication(artifact: object, content: Buffer): FormData {
  const form = new FormData();
  form.append('artifact', JSON.stringify(artifact));
  form.append('file', new Blob([new Uint8Array(content)], { type: 'application/zip' }), 'bundle.zip');
  return form;
}
