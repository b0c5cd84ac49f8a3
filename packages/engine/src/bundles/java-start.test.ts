import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { javaStartOf } from './java-start.ts';

const HEAD = '#!/bin/sh\ncd `dirname $0`\nROOT_PATH=`pwd`\n';
const PATH = '.:$ROOT_PATH:$ROOT_PATH/../lib/a.jar:$ROOT_PATH/load_0_1.jar:';
const END = 'demo.load_0_1.Load --context=Default "$@"\n';
const START = { options: ['-Xms256M'], jars: ['../lib/a.jar', 'load_0_1.jar'], hasFolder: true };

describe('reads how a script of Studio starts Java', () => {
  for (const [what, script, more] of [
    ['as it is written', `${HEAD}java -Dm2=$ROOT_PATH/../lib -Xms256M -cp ${PATH} ${END}`, ['-Dm2=$ROOT_PATH/../lib']],
    ['in several lines', `${HEAD}exec java -Xms256M \\\n  -cp "${PATH}" \\\n  ${END}`, []],
    ['with variables', `${HEAD}# night\nexport LANG=C.UTF-8\nENV=prod\njava -Xms256M -cp ${PATH} ${END}rc=$?\nexit $rc\n`, []],
  ] as const)
    test(what, () => assert.deepEqual(javaStartOf(script), { ...START, words: [...more, '-Xms256M'] }));
});

describe('a run starts as ever where a script does something else', () => {
  for (const [what, script, reason] of [
    ['changes the folder', `${HEAD}mkdir -p work && cd work\njava -cp ${PATH} ${END}`, /more than start Java/],
    ['writes a file', `${HEAD}echo x > log4j2.xml\njava -cp ${PATH} ${END}`, /more than start Java/],
    ['has functions', `${HEAD}run() { "$@"; }\nrun java -cp ${PATH} ${END}`, /more than start Java/],
    ['chooses a Java', `${HEAD}PATH=/opt/java8/bin\njava -cp ${PATH} ${END}`, /more than start Java/],
    ['has the command in a variable', `${HEAD}CMD="nice java -cp ${PATH} demo.Load"\n$CMD "$@"\n`, /another name|quotes/],
    ['has a class path of two texts', `${HEAD}java -cp "$ROOT_PATH/a.jar:"$ROOT_PATH"/b.jar" ${END}`, /quotes/],
    ['has a text within its class path', `${HEAD}java -cp $ROOT_PATH/a.jar:"$ROOT_PATH/b.jar" ${END}`, /quotes/],
    ['gives a class path to its program', `${HEAD}java demo.Load -cp ${PATH} x\n`, /another program/],
    ['starts a jar', `${HEAD}java -jar a.jar -cp ${PATH} x\n`, /another program/],
    ['has options in a variable', `${HEAD}java $JAVA_OPTS -cp ${PATH} ${END}`, /another program|depend on variables/],
    ['has an option that excludes an archive', `${HEAD}java -Xshare:off -cp ${PATH} ${END}`, /exclude an archive/],
    ['sets ROOT_PATH', `#!/bin/sh\njava -cp ${PATH} ${END}`, /ROOT_PATH/],
    ['has two class paths', `${HEAD}java -cp ${PATH} ${END}java -cp ${PATH} ${END}`, /several/],
  ] as const)
    test(what, () => assert.match(String(javaStartOf(script)), reason));
});

// A script may have 1 MiB. Each of these takes hours where the time grows with the square of it.
describe('scripts are read in time that grows with their length', () => {
  for (const [what, text] of [
    ['blanks', `${' '.repeat(2 ** 20)}x\n`],
    ['empty lines', '\n'.repeat(2 ** 20)],
    ['a long command', `cd ${' '.repeat(2 ** 20)}x\n`],
  ] as const)
    test(what, () => assert.match(String(javaStartOf(`#!/bin/sh\n${text}java -cp ${PATH} ${END}`)), /more than start Java|ROOT_PATH/));
});
