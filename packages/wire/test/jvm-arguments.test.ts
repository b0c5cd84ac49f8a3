import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineRequestsOf, refusedJvmArguments } from '../src/jvm-arguments.ts';

/** The arguments of a text, separated by two spaces or a line break. */
const listOf = (text: string): string[] => text.trim().split(/\n? {2,}/);

/** Arguments as teams write them. */
const HARMLESS = listOf(String.raw`
  -Xmx4g  -Xms512m  -Xmn1G  -Xss2048k  -Xmx1073741824  -server  -ea  -ea:com.example...  -verbose:gc  -Xshare:off  -XX:+UseG1GC
  -XX:-UseParallelGC  -XX:MaxRAMPercentage=75.0  -XX:MaxMetaspaceSize=256m  -XX:ParallelGCThreads=2  -XX:+HeapDumpOnOutOfMemoryError
  -XX:HeapDumpPath=dump.hprof  -XX:HeapDumpPath=dumps/a..hprof  -XX:+ExitOnOutOfMemoryError  -Xlog:gc
  -Xlog:gc*=debug:stdout:time,level  -Xlog:gc::uptime  -Xlog:disable  -Xlog  --add-opens=java.base/java.lang=ALL-UNNAMED
  --add-exports=java.base/sun.nio.ch=a,b  --add-modules=java.se  --enable-native-access=ALL-UNNAMED  --enable-preview
  --illegal-access=permit  --add-reads=a=b  -Dfile.encoding=UTF-8  -Duser.timezone=UTC  -Dname  -Dname=  -Dname=a b  -Dload.limit=5
  -Dinput.folder=/data/in  -Djava.io.tmpdir=/data/tmp  -Djava.security.egd=file:/dev/./urandom  -Djava.net.preferIPv4Stack=true
  -Djava.awt.headless=true  -Djavax.net.ssl.trustStore=/etc/certs/store.jks  -Djavax.net.ssl.trustStorePassword=x
  -Djdk.tls.client.protocols=TLSv1.2  -Dhttp.proxyHost=proxy  -Dhttps.nonProxyHosts=a|b  -Dcom.ibm.mq.cfg.useIBMCipherMappings=false
  -Doracle.net.tns_admin=/etc/o  -Dlog4j2.formatMsgNoLookups=true  -Dsun.net.client.defaultReadTimeout=60000
  -Dcom.sun.jndi.ldap.connect.pool=false  -Dclassification=internal  -Dlibrary=lending  -Dagent.name=smith  -Dmillrace.java=17  -Dmillrace.runAs=etl`);
/** Arguments that run code, load it, or write files where they like; and malformed ones. */
const HARMFUL = listOf(String.raw`
  -XX:OnOutOfMemoryError=id  -XX:OnError=id  -XX:Flags=/tmp/f  -XX:VMOptionsFile=/tmp/f  -XX:+FlightRecorder  -XX:ErrorFile=/x
  -XX:StartFlightRecording=filename=/x  -XX:HeapDumpPath=/x  -XX:HeapDumpPath=../x  -XX:HeapDumpPath=a/../../x  -XX:HeapDumpPath=C:\x
  -XX:HeapDumpPath=  -XX:+ShowMessageBoxOnError  -XX:LogFile=/x  -XX:+PrintAssembly  -XX:+ManagementServer  -XX:SharedArchiveFile=/x
  -XX:ArchiveClassesAtExit=/x  -XX:CompileCommand=print  -XX:JVMCILibPath=/x  -XX:+UnknownFlag  -XX:
  -XX:ParallelGCThreads=2 -XX:OnError=id  -Xmx4g -XX:OnError=id  -Xmx4g,  -XX:MaxHeapSize=$(id)  -javaagent:/a.jar  -agentpath:/a.so
  -agentlib:jdwp=transport=dt_socket  -Xrunjdwp:x  -Xdebug  -Xbootclasspath/a:/a.jar  -cp  -classpath  --class-path=/x  -jar
  --module-path=/x  --upgrade-module-path=/x  --patch-module=a=b  -p  -m  @/x  --source=11  -Xloggc:/x  -Xlog:gc:/x  -Xlog:gc:file=/x
  -Xlog:gc*:"file"=/x:time  -Xshare:dump  -XshareDump  -Xverify:none  -version  --  --add-opens=a/b=c d  --add-opens
  -Djava.system.class.loader=X  -Djava.security.manager=X  -Djava.security.policy=/x  -Djava.library.path=/x  -Djava.class.path=/x
  -Djava.ext.dirs=/x  -Djava.endorsed.dirs=/x  -Djdk.module.path=/x  -Djava.home=/x  -Djava.naming.factory.initial=X
  -Djava.rmi.server.codebase=http://x/  -Djava.util.logging.config.class=X  -Dsun.boot.library.path=/x
  -Dcom.sun.management.jmxremote.port=1  -Djava.security.auth.login.config=/x  -Djavax.xml.parsers.SAXParserFactory=X  -Duser.home=/x
  -Dlog4j.configurationFile=http://x/  -Dlog4j2.formatMsgNoLookups=false  -Dlogback.configurationFile=/x  -Djna.library.path=/x
  -Dorg.xerial.snappy.lib.path=/x  -Dtalend.component.manager.m2.repository=/x  -Dloader.path=/x  -Djdbc.drivers=X  -Dmy.classpath=/x
  -Dhadoop.home.dir=/x  -Dcom.sun.jndi.ldap.object.trustURLCodebase=true  -Djdk.xml.enableExtensionFunctions=true  -D  -D=x  -D a=b  -Dmillrace.java=x
  -Dmillrace.java  -Dmillrace.other=1  -Dmillrace.runAs=../x  -Dmillrace.runAs=0`);

test('knows the JVM arguments that run no code and write no file outside of the run', () => {
  assert.deepEqual(refusedJvmArguments(HARMLESS), []);
  assert.deepEqual(
    [...HARMFUL, '-XX:+UseG1GC\t-XX:OnError=id'].filter((argument) => refusedJvmArguments([argument]).length === 0),
    [],
  );
});

test('names an argument without its value', () => {
  assert.deepEqual(refusedJvmArguments(['-Xmx1g', '-Djava.class.path=secret', '-javaagent:/a.jar=secret', '-XX:+FlightRecorder', '-cp']), [
    '-Djava.class.path',
    '-javaagent',
    '-XX:+FlightRecorder',
    '-cp',
  ]);
});

test('separates the requests to the engine from the arguments for Java', () => {
  const given = ['-Xmx1g', '-Dmillrace.java=8', '-Dmillrace.runAs=etl', '-Dmillraces=1'];
  assert.deepEqual(engineRequestsOf(given), { java: 8, runAs: 'etl', rest: ['-Xmx1g', '-Dmillraces=1'] });
  assert.deepEqual(engineRequestsOf(['-Xmx1g']), { rest: ['-Xmx1g'] });
  assert.deepEqual(engineRequestsOf(['-Dmillrace.classArchive=off']), { classArchive: false, rest: [] });
  assert.deepEqual(refusedJvmArguments(['-Dmillrace.classArchive=/tmp/x']).length, 1);
});
