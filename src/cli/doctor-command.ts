/** `vitrine doctor`: checks whether this machine and data folder can run a daemon. */
import type { Command } from 'commander';
import type { Verdict } from './doctor/doctor-checks.js';
import { addSettingFlags, readSettings, type SettingFlags } from './setting-flags.js';
import { EXIT_FAILED } from './terminal/exit-codes.js';
import { printJson, printLine } from './terminal/print.js';

const MARKS: Record<Verdict, string> = { ok: 'ok     ', warning: 'warning', failed: 'FAILED ' };

export function addDoctor(program: Command): void {
  const doctor = program
    .command('doctor')
    .description(
      'check data folder and its files, free disk, snapshots, joined parts, Node version, native parts, encoder, open-file limit and port',
    );
  addSettingFlags(doctor, ['data', 'host', 'port', 'http', 'encoder', 'config'])
    .option('--repair', 'put damaged files of snapshots aside and build the announced snapshot again, first')
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      `
Ends with 1 where a check fails; warnings do not count. A running daemon repairs snapshots by itself; --repair is for
a folder on which none runs.

Examples:
  vitrine doctor
  vitrine doctor --repair
  vitrine doctor --data /var/lib/vitrine --port 80 --json`,
    )
    .action(examine);
}

async function examine(flags: SettingFlags & { json?: boolean; repair?: boolean }): Promise<void> {
  // Loaded lazily: the checks load all native modules, and must report when one cannot be loaded.
  const checks = await import('./doctor/doctor-checks.js');
  const { checkFiles } = await import('./doctor/file-checks.js');
  const { checkSnapshots, repairSnapshots } = await import('./doctor/snapshot-checks.js');
  const { openTransport } = await import('../server/http/uws-transport.js');
  const settings = await readSettings(flags);
  const repaired = flags.repair ? [await repairSnapshots(settings)] : [];
  const findings = [
    ...repaired,
    checks.checkNode(),
    await checks.checkDataFolder(settings.data),
    await checks.checkDisk(settings.data),
    checkSnapshots(settings.data),
    checks.checkJoinedParts(settings.data),
    ...(await checkFiles(settings.data)),
    checks.checkHttp(openTransport(settings.http)),
    await checks.checkStore(),
    checks.checkCodec(),
    await checks.checkEncoder(settings),
    checks.checkOpenFiles(),
    await checks.checkPort(settings.host, settings.port),
  ];
  const ok = findings.every(finding => finding.verdict !== 'failed');
  if (!ok) process.exitCode = EXIT_FAILED;
  if (flags.json) return printJson({ ok, findings });
  for (const { check, verdict, found, advice } of findings) {
    printLine(`${MARKS[verdict]}  ${check}: ${found}`);
    if (advice) printLine(`         ${advice}`);
  }
}
