import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jdbcHosts } from './jdbc-hosts.ts';
import { ConnectionFault, DatabaseUnusable } from '../faults.ts';
import { DEFAULT_RULES, EngineOutbound, ServerClosed } from './outbound.ts';
import { startCountingServer } from '../../test/run-crawler.ts';

const { port, hits } = await startCountingServer();
const OPEN = { private: true, loopback: true, ranges: [] };

test('crawlers.run.outbound: this machine and metadata services are closed by default, in whatever form they are written', async () => {
  const outbound = new EngineOutbound(DEFAULT_RULES);
  for (const host of [
    '127.0.0.1',
    'localhost',
    '127.1',
    '0x7f000001',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    '169.254.169.254',
    '169.254.1.1',
  ])
    await assert.rejects(outbound.connect({ host, port }), (error) => {
      assert.ok(error instanceof ServerClosed, host);
      assert.match(error.message, /The engine does not connect to .*MILLRACE_ENGINE_OUTBOUND_ALLOW/);
      assert.ok(!error.message.includes(host) && !error.message.includes(String(port)));
      return true;
    });
  assert.equal(hits(), 0);
  const socket = await new EngineOutbound(OPEN).connect({ host: 'localhost', port });
  socket.destroy();
});

test('crawlers.run.outbound: sockets of the file system are closed by any rules', async () => {
  const outbound = new EngineOutbound({ ...OPEN, ranges: ['0.0.0.0/0', '::/0'] });
  for (const host of ['/var/run/postgresql', '%2Fvar%2Frun', 'a%2fb', 'localhost/tmp', '\\\\.\\pipe\\a'])
    await assert.rejects(
      outbound.connect({ host, port }),
      (error) => error instanceof ConnectionFault && /socket in the file system/.test(error.message),
    );
});

test('a name is resolved once, and the connection uses the checked address', async () => {
  const answers = [[{ address: '127.0.0.2' }, { address: '127.0.0.1' }], [{ address: '169.254.169.254' }]];
  const outbound = new EngineOutbound({ private: false, loopback: false, ranges: ['127.0.0.1'] }, () =>
    Promise.resolve(answers.shift() ?? []),
  );
  const socket = await outbound.connect({ host: 'db.example', port });
  assert.equal(socket.remoteAddress, '127.0.0.1');
  socket.destroy();
  assert.equal(answers.length, 1);
  await assert.rejects(outbound.connect({ host: 'db.example', port }), ServerClosed);
  await assert.rejects(outbound.connect({ host: 'db.example', port }), DatabaseUnusable);
});

test('a driver that opens its own sockets gets no name of which an address is closed', async () => {
  const outbound = new EngineOutbound({ private: false, loopback: false, ranges: ['127.0.0.1'] }, () =>
    Promise.resolve([{ address: '127.0.0.1' }, { address: '127.0.0.2' }]),
  );
  await assert.rejects(outbound.requireOpen('db.example'), ServerClosed);
  await outbound.requireOpen('127.0.0.1');
});

test('the servers of JDBC URLs', () => {
  for (const [url, ...hosts] of [
    ['jdbc:postgresql://db:5432/a', 'db'],
    ['jdbc:postgresql://a:1,[::1]:2/d?x=y', 'a', '::1'],
    ['jdbc:postgresql:///shop', 'localhost'],
    ['jdbc:postgresql:shop', 'localhost'],
    ['jdbc:postgresql:/', 'localhost'],
    ['jdbc:postgresql:/?user=a@h', 'localhost', 'h'],
    ['jdbc:postgresql:shop?x=//h', 'localhost', 'h'],
    ['jdbc:postgresql:x://h', 'localhost', 'h'],
    ['jdbc:postgresql://h/d?PGHOST=127.0.0.1', 'h', '127.0.0.1'],
    ['jdbc:postgresql://h/d?user=a@', 'h'],
    ['jdbc:mysql:///shop', 'localhost'],
    ['jdbc:mysql:///shop?host=h', 'localhost', 'h'],
    ['jdbc:mysql://:3306/shop', 'localhost'],
    ['jdbc:mysql://ada:pass@/shop', 'localhost'],
    ['jdbc:mysql://,h/shop', 'localhost', 'h'],
    ['jdbc:mysql:loadbalance:///shop', 'localhost'],
    ['jdbc:mysql:loadbalance://a,b/shop', 'a', 'b'],
    ['jdbc:sqlserver://;databaseName=x', 'localhost'],
    ['jdbc:sqlserver://;password=a@public.example', 'localhost', 'public.example'],
    ['jdbc:sqlserver://;serverName=;databaseName=x', 'localhost'],
    ['jdbc:mysql://:3306,(host=db.example)/shop', 'localhost', 'db.example'],
    ['jdbc:oracle:thin:@', 'localhost'],
    ['jdbc:oracle:thin:@:1521:SID', 'localhost'],
    ['jdbc:oracle:thin:@tcps://h:1521/service', 'h'],
    ['jdbc:db2:shop', 'localhost'],
    ['jdbc:sybase:Tds:h:5000/shop', 'h'],
    ['jdbc:h2:tcp:///x', 'localhost'],
    ['jdbc:mysql://ada:pass@h/d', 'h'],
    ['jdbc:mysql://address=(host=h)(port=1)/d', 'h'],
    ['jdbc:oracle:thin:@h:1521:SID', 'h'],
    ['jdbc:oracle:thin:ada/pass@//h:1521/service', 'h'],
    ['jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST = h)(PORT=1521)))', 'h'],
    ['jdbc:sqlserver://h\\instance:1433;databaseName=x', 'h'],
    ['jdbc:sqlserver://;serverName=h;databaseName=x', 'h'],
    ['jdbc:db2://h:50000/x', 'h'],
    ['jdbc:h2:tcp://h/finance', 'h'],
    ['jdbc:postgresql://%2Ftmp/x', '/tmp'],
    ['jdbc:h2:mem:x'],
    ['jdbc:h2:file:/data/a'],
    ['jdbc:derby:shop'],
    ['jdbc:duckdb:/data/a.duckdb'],
    ['jdbc:sqlite:/data/a.db'],
  ] as const)
    assert.deepEqual(jdbcHosts(url), hosts, url);
  for (const url of ['jdbc:mariadb://h/d?localSocket=/run/mysqld.sock', 'jdbc:mysql://h/d?x=y&pipe=a'])
    assert.throws(() => jdbcHosts(url), ConnectionFault);
});
