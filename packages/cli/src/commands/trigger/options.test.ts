import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Command } from 'commander';
import { addOptions } from '../../option-table.ts';
import { describeTrigger, toTriggerTimes, type TriggerTimes, TRIGGER_OPTIONS } from './options.ts';

/** Reads the options of a command line. */
function ruleOf(...words: string[]): TriggerTimes | undefined {
  const command = addOptions(new Command().exitOverride().configureOutput({ writeErr: () => undefined }), TRIGGER_OPTIONS);
  return toTriggerTimes(command.parse(words, { from: 'user' }).opts());
}

const RULES: readonly [words: string[], rule: TriggerTimes, description: string][] = [
  [
    ['--cron', '30 5 ? * MON-FRI', '--zone', 'Europe/Zurich'],
    { type: 'CRON', cronExpression: '30 5 ? * MON-FRI', timeZone: 'Europe/Zurich' },
    'cron 30 5 ? * MON-FRI, Europe/Zurich',
  ],
  [['--once', '2031-01-31 05:30'], { type: 'ONCE', startDate: '2031-01-31', startTime: '05:30' }, 'once, 2031-01-31 05:30, UTC'],
  [
    ['--daily', '--every', '2', '--at', '08:30', '--start', '2031-01-01'],
    { type: 'DAILY', interval: 2, startDate: '2031-01-01', atTimes: { type: 'AT_TIME', time: '08:30' } },
    'every 2 days at 08:30 from 2031-01-01, UTC',
  ],
  [
    ['--weekly', 'mon, FRIDAY', '--at', '08:30,17:00'],
    {
      type: 'WEEKLY',
      interval: 1,
      atDays: { type: 'DAY_OF_WEEK', days: ['MONDAY', 'FRIDAY'] },
      atTimes: { type: 'AT_SPECIFIC_TIMES', times: ['08:30', '17:00'] },
    },
    'every week on monday, friday at 08:30, 17:00, UTC',
  ],
  [
    ['--monthly', '31', '--between', '08:00-18:00', '--step', '120'],
    {
      type: 'MONTHLY',
      interval: 1,
      atDays: { type: 'DAY_OF_MONTH', day: 31 },
      atTimes: { type: 'AT_INTERVALS', startTime: '08:00', endTime: '18:00', interval: 120 },
    },
    'every month on day 31 at 08:00-18:00 every 120 minutes, UTC',
  ],
];

it('builds the time rule that the options name, and describes it', () => {
  for (const [words, rule, description] of RULES) {
    assert.deepEqual(ruleOf(...words), rule);
    assert.equal(describeTrigger(rule), description);
  }
  assert.equal(ruleOf(), undefined);
});

it('refuses options that do not go together', () => {
  const refusals: readonly (readonly [words: string[], message: RegExp])[] = [
    [['--cron', '* * * * ?', '--daily'], /Give only one of --cron, --once/],
    [['--zone', 'Europe/Berlin'], /Give one of --cron/],
    [['--at', '08:30'], /Give one of --cron/],
    [['--once', '2031-01-31 05:30', '--every', '2'], /--once takes no other option than --zone/],
    [['--daily', '--at', '08:30', '--between', '08:00-09:00', '--step', '5'], /either --at or --between/],
    [['--daily', '--between', '08:00-09:00'], /--between and --step together/],
    [['--daily', '--step', '5'], /--between and --step together/],
    [['--weekly', 'mo'], /Give days such as/],
    [['--weekly', 'monat'], /Give days such as/],
    [['--once', 'tomorrow'], /Give a date and a time/],
    [['--daily', '--at', '8:30'], /Give times such as/],
  ];
  for (const [words, message] of refusals) assert.throws(() => ruleOf(...words), { message }, words.join(' '));
});
