import { checkOperations } from './checks.fixture.ts';

await checkOperations('catalog');
