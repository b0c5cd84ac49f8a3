// run: in parts because it calls every operation
import { checkOperations } from './checks.fixture.ts';

await checkOperations('security');
