import { endOnSignal } from '#scripts/test/end-on-signal.ts';
import build from '#test/e2e/global-setup.ts';
import { databaseFailover } from '#test/trials/failover/failover.ts';
import { freshClone } from '#test/trials/fresh-clone.ts';
import { portalBeforeGateway } from '#test/trials/portal.ts';
import { behindProxies } from '#test/trials/proxies.ts';
import { readsFromReplica } from '#test/trials/replica.ts';
import { type Finding, tableOf } from '#test/trials/report.ts';
import { rollingRestart } from '#test/trials/rolling-restart.ts';
import { onServer } from '#test/trials/server.ts';
import { asService } from '#test/trials/service.ts';
import { runAttackTests, runProgramTests } from './run-tests.ts';

/** Trials on servers of this machine's loopback; each takes a minute or two, `failover` an hour, and removes its files. */
const TRIALS: Record<string, () => Promise<Finding[]>> = {
  portal: portalBeforeGateway,
  nodes: () => rollingRestart(),
  pooler: async () => [...(await runProgramTests('pooler')), ...(await rollingRestart({ pooled: 12 }))],
  guide: () => runProgramTests('api-guide'),
  replica: readsFromReplica,
  server: onServer,
  backup: () => runAttackTests('backup'),
  failover: databaseFailover,
  clone: freshClone,
  proxies: behindProxies,
  service: asService,
};

endOnSignal();
const [name = ''] = process.argv.slice(2);
const trial = TRIALS[name];
if (trial) {
  await build();
  const findings = await trial();
  console.log(`\n${tableOf(findings)}\n`);
  process.exitCode = findings.every(({ right }) => right) ? 0 : 1;
} else {
  console.error(`npm run trial -- ${Object.keys(TRIALS).join(' | ')}`);
  process.exitCode = 2;
}
