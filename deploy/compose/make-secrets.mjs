// Creates the secrets and folders of docker-compose.yaml at its first start: node make-secrets.mjs <folder of secrets> <of the store> <of the pairing key>
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The user of the control plane in its image. */
const USER = 1000;
const [, , folder = '/secrets', store = '/store', pairing = '/pairing'] = process.argv;

/** Writes a secret that only its owner, and root, can read. An existing secret is not replaced, because the database and the store already use it. */
function writeOnce(name, text) {
  const path = join(folder, name);
  if (existsSync(path)) return;
  const temporary = `${path}.new`;
  writeFileSync(temporary, text, { mode: 0o400, flush: true });
  if (process.getuid?.() === 0) chownSync(temporary, USER, USER);
  renameSync(temporary, path);
}

const password = randomBytes(24).toString('hex');
// Both secrets must belong together: if one is missing after an interruption, both are created again. The database starts only after this program.
if (!existsSync(join(folder, 'database-url'))) {
  rmSync(join(folder, 'postgres-password'), { force: true });
  writeOnce('postgres-password', password);
  writeOnce('database-url', `postgres://millrace:${password}@postgres:5432/millrace`);
}
writeOnce('key', randomBytes(32).toString('base64'));
writeOnce('store-secret', randomBytes(24).toString('hex'));
// In this store, a bucket is a folder.
mkdirSync(join(store, 'millrace'), { recursive: true });
if (process.getuid?.() === 0) chownSync(pairing, USER, USER);
