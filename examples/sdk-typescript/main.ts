import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { withRun } from 'millrace-sdk';

await withRun<{ limit: number; strict: boolean; pause_seconds: number }>(async (run) => {
  const limit = run.parameter('limit');
  const read = run.component('read_orders', 'csv', { connector_label: 'Orders' });
  let sum = 0;
  for (const line of readFileSync('orders.csv', 'utf8').trim().split('\n').slice(1)) {
    const [id, amount] = line.split(',');
    read.processed();
    if (Number(amount) > limit) {
      run.rejected(`Order ${id} is rejected: ${amount} is more than ${limit}`);
      if (run.parameter('strict')) throw new Error(`Order ${id} is more than ${limit}, and strict is true`);
    } else {
      run.processed();
      sum += Number(amount);
    }
  }
  read.end();
  run.reads({ namespace: 'file', name: 'orders.csv' });
  console.log(`The sum is ${sum}`);
  try {
    await pause(run.parameter('pause_seconds') * 1000, undefined, { signal: run.stop });
  } finally {
    if (run.stop.aborted) console.log('Cleaned up after the stop');
  }
  run.writes({ namespace: 'postgres://db.example.com:5432', name: 'shop.public.sums' });
});
