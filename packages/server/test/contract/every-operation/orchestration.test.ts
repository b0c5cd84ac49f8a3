// run: own process, in parts because its calls of every operation keep a processor busy for many seconds
import { checkOperations } from './checks.fixture.ts';

await checkOperations('orchestration');
