/** The JVM arguments that a run profile may have: they run no code of their own. Some are requests to the engine, which Java does not get. */

/** The message about an argument that is not allowed. */
const ALLOWED_TEXT =
  'Allowed are sizes (-Xmx4g), known -XX flags of memory, garbage collection and compiler, -Dname=value unless the property loads code, ' +
  '-Dmillrace.java=17, -Dmillrace.runAs=user and -Dmillrace.classArchive=off, --add-opens=… and the like (docs/engines.md). Put any other argument into the run script of the job, which needs the right PUBLISH';

/** Lists the arguments that a run profile may not have, without their values, which may be secrets. */
export const refusedJvmArguments = (given: readonly string[]): string[] =>
  given
    .filter((argument) => !isHarmless(argument))
    .map((argument) => /^-[^=:\s]*(?::[+-]?\w+)?/.exec(argument)?.[0] ?? '')
    .map(withoutPath);

/** The argument of `-javaagent:` is the path of a program; that of `-XX:` is the name of a flag. */
const withoutPath = (name: string): string => (name.startsWith('-XX:') ? name : (name.split(':')[0] ?? ''));

/**
 * The properties `-Dmillrace.…` are requests to the engine. Those of the right form are not given to Java; a run profile may not have any other.
 */
const REQUESTS = { java: /^\d{1,3}$/, runAs: /^[A-Za-z_][\w.-]{0,254}$/, classArchive: /^(?:on|off)$/ } as const;
const REQUEST = /^-Dmillrace\.(\w*)(?:=(.*))?$/s;

/** The form of each request, for the refusal of another value. */
const REQUEST_FORMS: Readonly<Record<keyof typeof REQUESTS, string>> = {
  java: 'Its value must be the version of Java, a number such as -Dmillrace.java=17 or -Dmillrace.java=8',
  runAs:
    'Its value must be the name of a user of the machine, such as -Dmillrace.runAs=etl: letters, digits, "_", "." and "-", not a number',
  classArchive: 'Its value must be on or off',
};

/** Says what a run profile may have in place of arguments that `refusedJvmArguments` has named. */
export const allowedInsteadOf = (names: readonly string[]): string => [...new Set(names.map(adviceOn))].join('. ');

function adviceOn(name: string): string {
  const [, request] = REQUEST.exec(name) ?? [];
  if (request === undefined) return ALLOWED_TEXT;
  return Object.hasOwn(REQUEST_FORMS, request)
    ? REQUEST_FORMS[request as keyof typeof REQUEST_FORMS]
    : 'Of the arguments that begin with -Dmillrace., engines know -Dmillrace.java=17, -Dmillrace.runAs=user and -Dmillrace.classArchive=off';
}

/**
 * What a run profile asks of the engine: the version of Java, the user of the machine as which its tasks run, and whether Java uses a class data archive.
 * `rest` is for Java.
 */
type EngineRequests = { java?: number; runAs?: string; classArchive?: boolean; rest: string[] };

/**
 * Separates the requests to the engine from the arguments for Java.
 * @rule run-profiles.arguments.requests
 */
export function engineRequestsOf(given: readonly string[]): EngineRequests {
  const requests: EngineRequests = { rest: [] };
  for (const argument of given) {
    const [, name, value = ''] = REQUEST.exec(argument) ?? [];
    if (name === 'java' && isRequest(argument)) requests.java = Number(value);
    else if (name === 'runAs' && isRequest(argument)) requests.runAs = value;
    else if (name === 'classArchive' && isRequest(argument)) requests.classArchive = value === 'on';
    else requests.rest.push(argument);
  }
  return requests;
}

function isRequest(argument: string): boolean {
  const [, name = '', value = ''] = REQUEST.exec(argument) ?? [];
  return Object.hasOwn(REQUESTS, name) && REQUESTS[name as keyof typeof REQUESTS].test(value);
}

function isHarmless(argument: string): boolean {
  if (argument.startsWith('-Dmillrace.')) return isRequest(argument);
  if (argument.startsWith('-D')) return isHarmlessProperty(argument.slice(2));
  if (argument.startsWith('-XX:')) return isHarmlessFlag(argument.slice(4));
  return OTHERS.some((form) => form.test(argument));
}

/** Options without `-XX:`. An output of -Xlog other than these two is a file. */
const OTHERS: readonly RegExp[] = [
  /^-X(?:m[sxn]|ss)\d+[kmgt]?$/i,
  /^-X(?:int|comp|mixed|batch|rs|future|noclassgc|check:jni|share:(?:auto|on|off)|verify:(?:all|remote))$/,
  /^-Xlog(?::(?:disable|[\w+*=,]*(?::(?:stdout|stderr)?(?::[\w,]*)?)?))?$/,
  /^-(?:server|client|d64|d32|showversion|verbose(?::(?:gc|class|jni|module))?)$/,
  /^-(?:[ed]a|enableassertions|disableassertions)(?::[\w.$]+)?$/,
  /^-(?:[ed]sa|enablesystemassertions|disablesystemassertions)$/,
  /^--(?:add-opens|add-exports|add-reads|add-modules|enable-native-access|illegal-access|sun-misc-unsafe-memory-access)=[\w.$/=,-]+$/,
  /^--enable-preview$/,
];

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * The flags that may be switched on or off. All others are refused, also unknown ones: some load libraries, open ports, start programs, or write files at
 * any path.
 */
const SWITCHES = words(`
  AggressiveHeap AggressiveOpts AlwaysPreTouch BackgroundCompilation ClassUnloading ClassUnloadingWithConcurrentMark CMSClassUnloadingEnabled
  CMSParallelRemarkEnabled CMSScavengeBeforeRemark CompactStrings CrashOnOutOfMemoryError DisableAttachMechanism DisableExplicitGC DoEscapeAnalysis
  DontCompileHugeMethods ExitOnOutOfMemoryError ExplicitGCInvokesConcurrent G1UseAdaptiveIHOP HeapDumpOnOutOfMemoryError
  IgnoreUnrecognizedVMOptions OmitStackTraceInFastThrow OptimizeStringConcat ParallelRefProcEnabled PerfDisableSharedMem PrintAdaptiveSizePolicy
  PrintCommandLineFlags PrintFlagsFinal PrintFlagsInitial PrintGC PrintGCApplicationConcurrentTime PrintGCApplicationStoppedTime PrintGCCause
  PrintGCDateStamps PrintGCDetails PrintGCTimeStamps PrintHeapAtGC PrintReferenceGC PrintStringDeduplicationStatistics PrintTenuringDistribution
  ResizePLAB ResizeTLAB ScavengeBeforeFullGC SegmentedCodeCache ShowCodeDetailsInExceptionMessages ShrinkHeapInSteps StackTraceInThrowable
  TieredCompilation UnlockDiagnosticVMOptions UnlockExperimentalVMOptions UseAdaptiveSizePolicy UseBiasedLocking UseCMSInitiatingOccupancyOnly
  UseCodeCacheFlushing UseCompactObjectHeaders UseCompressedClassPointers UseCompressedOops UseConcMarkSweepGC UseContainerSupport
  UseCountedLoopSafepoints UseEpsilonGC UseFastAccessorMethods UseG1GC UseGCOverheadLimit UseLargePages UseNUMA UseParNewGC UseParallelGC
  UseParallelOldGC UsePerfData UseSerialGC UseShenandoahGC UseStringCache UseStringDeduplication UseTLAB UseTransparentHugePages UseZGC
  ZGenerational ZProactive ZUncommit`);

/** The flags that may have a value: a number, a size or a share. */
const NUMBERS = words(`
  ActiveProcessorCount AutoBoxCacheMax CICompilerCount CMSInitiatingOccupancyFraction CompileThreshold CompressedClassSpaceSize ConcGCThreads
  FreqInlineSize G1HeapRegionSize G1HeapWastePercent G1MaxNewSizePercent G1MixedGCCountTarget G1MixedGCLiveThresholdPercent G1NewSizePercent
  G1OldCSetRegionThresholdPercent G1PeriodicGCInterval G1ReservePercent GCHeapFreeLimit GCPauseIntervalMillis GCTimeLimit GCTimeRatio
  InitialCodeCacheSize InitialHeapSize InitialRAMFraction InitialRAMPercentage InitialSurvivorRatio InitialTenuringThreshold
  InitiatingHeapOccupancyPercent MaxDirectMemorySize MaxGCPauseMillis MaxHeapFreeRatio MaxHeapSize MaxInlineLevel MaxInlineSize
  MaxJavaStackTraceDepth MaxMetaspaceFreeRatio MaxMetaspaceSize MaxNewSize MaxPermSize MaxRAM MaxRAMFraction MaxRAMPercentage MaxTenuringThreshold
  MetaspaceSize MinHeapFreeRatio MinHeapSize MinMetaspaceFreeRatio MinRAMFraction MinRAMPercentage NewRatio NewSize ObjectAlignmentInBytes OldSize
  ParallelGCThreads PermSize PretenureSizeThreshold ReservedCodeCacheSize ShenandoahUncommitDelay SoftMaxHeapSize SoftRefLRUPolicyMSPerMB
  StringTableSize SurvivorRatio TargetSurvivorRatio ThreadStackSize TieredStopAtLevel ZAllocationSpikeTolerance ZCollectionInterval ZUncommitDelay`);

function isHarmlessFlag(flag: string): boolean {
  const [, name = '', value] = /^[+-]?(\w+)(?:=(.*))?$/s.exec(flag) ?? [];
  if (value === undefined) return /^[+-]/.test(flag) && SWITCHES.has(name);
  if (/^[+-]/.test(flag)) return false;
  // A path from the root, from a drive or through `..` leads out of the folder of the run.
  if (name === 'HeapDumpPath') return /^(?!.*(?:^|\/)\.\.(?:\/|$))[\w%.-][\w%./-]*$/.test(value);
  return NUMBERS.has(name) && /^\d+(?:\.\d+)?[kmgt]?$/i.test(value);
}

/** The properties that Java itself reads. Of these, only those of `HARMLESS_OF_JAVA` are allowed. */
const OF_JAVA = /^(?:java|javax|jdk|sun|com\.sun|user|jdbc)\./i;
const HARMLESS_OF_JAVA: readonly RegExp[] = [
  /^java\.(?:awt\.headless|io\.tmpdir|locale\.providers|locale\.useOldISOCodes|security\.egd|security\.krb5\.(?:conf|kdc|realm))$/,
  /^java\.net\.(?:preferIPv4Stack|preferIPv6Addresses|useSystemProxies)$/,
  /^java\.util\.(?:Arrays\.useLegacyMergeSort|concurrent\.ForkJoinPool\.common\.parallelism|logging\.SimpleFormatter\.format)$/,
  /^javax\.net\.(?:debug|ssl\.(?:trust|key)Store(?:Password|Type)?)$/,
  /^javax\.security\.auth\.useSubjectCredsOnly$/,
  /^jdk\.(?:tls|http\.auth|httpclient|virtualThreadScheduler)\.[\w.]+$/,
  /^jdk\.xml\.(?:\w*Limit|maxElementDepth)$/,
  /^(?:jdk\.)?sun\.net\.(?:client|http|inetaddr)\.[\w.]+$/,
  /^sun\.(?:jnu\.encoding|stdout\.encoding|stderr\.encoding|security\.krb5\.debug|security\.ssl\.allow\w+|zip\.disableMemoryMapping)$/,
  /^com\.sun\.(?:jndi\.ldap\.connect\.[\w.]+|jndi\.ldap\.read\.timeout|net\.ssl\.checkRevocation|security\.enable\w+)$/,
  /^user\.(?:timezone|language|country|region|script|variant|name)$/,
];

/** Properties of widespread libraries that name code, or a configuration that names code. */
const OF_LIBRARIES: readonly RegExp[] = [
  /^(?:jna|log4j2?|logback|loader|groovy|osgi|felix|karaf|jboss|jolokia|hawtio|talend\.component|spring\.(?:main|config))\b/i,
  /^org\.(?:apache\.(?:logging|commons\.logging|log4j|felix|karaf)|slf4j|osgi|jboss\.(?:logging|modules))\b/i,
  /^com\.ibm\.tools\.attach\b/i,
  /class[._-]?(?:path|loader)|code[._-]?base|java[._-]?agent|(?:^|[._-])(?:librarypath|jnidispatch)\b/i,
  /(?:^|[._-])(?:lib|libs|library|native|plugins?|modules?|agent|boot|repository|m2|home|extensions?)[._-](?:path|dirs?|folder|file|location|url|repository|workdir)\b/i,
];

function isHarmlessProperty(property: string): boolean {
  const [, name = '', value = ''] = /^([^=]*)(?:=(.*))?$/s.exec(property) ?? [];
  if (!/^[\w.$-]+$/.test(name)) return false;
  // The remedy of 2021 for log4j, which many run profiles still have.
  if (name === 'log4j2.formatMsgNoLookups') return value === 'true';
  if (OF_JAVA.test(name)) return HARMLESS_OF_JAVA.some((form) => form.test(name));
  return !OF_LIBRARIES.some((form) => form.test(name));
}
