/** The files that may open connections to other machines. Only `core/outbound/outbound.ts` connects to addresses that a caller names. */
import assert from 'node:assert/strict';
import { builtinModules } from 'node:module';
import { describe, test } from 'node:test';
import { importEdges } from '../../../../scripts/house/folder-graph.ts';
import { packageSources } from '../../../../scripts/house/source-files.ts';

const SERVER = 'packages/server/src/';
const CORE = `${SERVER}core/`;
const PROBES = `${SERVER}features/orchestration/connections/probes/`;
const sources = packageSources().filter(({ path, isTest }) => path.startsWith(SERVER) && !isTest);
const edges = importEdges(sources).filter(({ relative, typeOnly }) => !relative && !typeOnly);

const OUTBOUND = `${CORE}outbound/outbound.ts`;
/** Modules that open connections, and the files that use them. Files other than OUTBOUND connect to configured addresses, or not at all. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  // addresses.ts and client-address.ts read and compare addresses,
  // settings.ts looks for a free port, driver.ts watches the sockets of the database.
  net: [
    OUTBOUND,
    `${CORE}base/addresses.ts`,
    `${CORE}http/client-address.ts`,
    `${SERVER}embedded-postgres/postgresql-conf.ts`,
    `${CORE}database/driver.ts`,
  ],
  // outbound-pool.ts only reads certificates and encrypts connections of outbound.ts.
  tls: [OUTBOUND, `${CORE}outbound/outbound-pool.ts`],
  dns: [],
  'dns/promises': [OUTBOUND],
  // raw-answers.ts and error-formats.ts only use the names of statuses.
  // waiting-answers.ts only listens.
  // front.ts passes requests on to the server behind it; recorded-sources.ts calls the service that `npm run record` names.
  http: [
    OUTBOUND,
    `${CORE}http/raw-answers.ts`,
    `${CORE}http/waiting-answers.ts`,
    `${SERVER}surfaces/error-formats.ts`,
    `${SERVER}double/front.ts`,
    `${SERVER}double/recorded-sources.ts`,
  ],
  https: [OUTBOUND, `${SERVER}double/recorded-sources.ts`],
  http2: [],
  dgram: [],
};
/** Libraries that could open connections. A probe passes an open connection to them, or only uses them to sign requests. */
const LIBRARIES: Readonly<Record<string, readonly string[]>> = {
  // The connections of outbound-pool.ts come from outbound.ts.
  undici: [`${CORE}outbound/outbound-pool.ts`],
  // s3-client.ts calls the store of the settings, with what the others ask for.
  '@aws-sdk/client-s3': ['client', 'objects', 'store'].map((name) => `${CORE}blobs/s3-${name}.ts`),
  '@aws-sdk/s3-request-presigner': [`${CORE}blobs/s3-client.ts`],
  pg: ['driver', 'prepared-query'].map((name) => `${CORE}database/${name}.ts`),
  'mysql2/promise': [`${PROBES}mysql.ts`],
  ssh2: [`${PROBES}sftp.ts`],
  // mail.ts connects to the mail server of the settings.
  nodemailer: [`${CORE}outbound/mail.ts`, `${PROBES}smtp.ts`],
  aws4fetch: [`${PROBES}s3.ts`],
  // openid-client sends its requests by bounded-fetch.ts, to the provider of the settings.
  'openid-client': [`${SERVER}features/accounts/single-sign-on/openid-provider.ts`],
  '@millrace/contract/client': [],
};
/** The identity provider; its address is a setting. */
const FETCHING = [`${SERVER}features/accounts/single-sign-on/bounded-fetch.ts`];

const nameOf = (specifier: string): string => specifier.replace(/^node:|^@millrace\/wire\/node-/, '');

describe('connections to other machines', () => {
  for (const [name, files] of Object.entries({ ...MODULES, ...LIBRARIES }))
    test(`${name} is used in ${files.join(', ') || 'no file'} only`, () => {
      const using = new Set(edges.filter(({ to }) => nameOf(to) === name).map(({ from }) => from));
      assert.deepEqual([...using].toSorted(), [...files].toSorted());
    });

  test('these modules and libraries are not imported in another way', () => {
    const known = new Set(Object.keys({ ...MODULES, ...LIBRARIES }));
    const roots = new Set([...known].filter((name) => !name.startsWith('@')).map((name) => name.split('/')[0]));
    const others = edges.filter(({ to }) => !known.has(nameOf(to)) && roots.has(nameOf(to).split('/')[0]));
    assert.deepEqual(
      others.map(({ from, to }) => `${from}: ${to}`),
      [],
    );
    const connecting = builtinModules.filter(
      (name) => /^(?:_?(?:http|https|http2|tls|net|dns|dgram))(?:\/|_|$)/.test(name) && !name.startsWith('_'),
    );
    assert.deepEqual(
      connecting.filter((name) => !known.has(name)),
      [],
    );
    const hidden = sources.filter(({ uses }) => ['getBuiltinModule', 'createRequire', 'globalThis'].some((name) => uses.has(name)));
    // This file looks for the package that contains the programs of the database.
    assert.deepEqual(
      hidden.map(({ path }) => path),
      [`${SERVER}embedded-postgres/binaries.ts`],
    );
  });

  test('fetch and similar functions are only called for the identity provider', () => {
    const calling = sources.filter(({ network }) => network.length > 0);
    assert.deepEqual(
      calling.map(({ path }) => path),
      FETCHING,
    );
  });
});
