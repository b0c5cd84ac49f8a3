/** Real zips for tests. */
import { ZipFile } from 'yazl';

/** Returns a zip of these files. Files whose name ends in .sh are executable. */
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

/** Returns a millrace bundle that runs a shell script. */
export const shellBundle = (script: string, manifest: object = {}): Promise<Buffer> =>
  zip({ 'millrace.json': JSON.stringify({ name: 'shell', version: '1.0.0', run: ['sh', 'run.sh'], ...manifest }), 'run.sh': script });

/** Returns the body that publishes an artifact. */
export const publication = (artifact: object, content: Buffer): FormData => upload({ artifact }, content);

/** Returns a multipart body: JSON parts by name, and a file if there is content. */
export function upload(parts: Readonly<Record<string, object>>, content?: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) form.append(name, JSON.stringify(value));
  if (content !== undefined) form.append('file', new Blob([new Uint8Array(content)], { type: 'application/zip' }), 'bundle.zip');
  return form;
}
