import { setTimeout as sleep } from 'node:timers/promises';
import type { FailoverSite } from './failover.ts';
import { startWriters, UNAVAILABLE } from './load.ts';
import type { FailoverResults } from './results.ts';

/** For how long the address leads to a standby, in ms. */
const AWAY_MS = 10_000;

/**
 * Lets HAProxy lead to a standby, whose connections stay open when it leads to the primary again: the product must give them up by
 * itself. Every call meanwhile must answer 503.
 */
export async function leadsToStandby({
  machines,
  proxy,
  clients,
  tokens,
}: FailoverSite): Promise<FailoverResults['standby']> {
  await machines.untilHealthy();
  const members = await machines.members();
  const named = (role: string) => members.find((member) => member.role === role)?.name ?? '';
  const [primary, standby] = [named('leader'), named('sync_standby')];
  const writers = startWriters(clients, tokens, `${process.pid}-standby`);
  await sleep(2000);
  await proxy.command(
    `disable health primary/${standby}`,
    `set server primary/${standby} health up`,
    `set server primary/${primary} state maint`,
  );
  await sleep(AWAY_MS);
  // Without a weight HAProxy opens no new connection to the standby, and leaves the open ones.
  await proxy.command(`set server primary/${primary} state ready`, `set server primary/${standby} weight 0`);
  const back = await writers.written(60_000);
  await writers.end();
  await proxy.command(
    `set server primary/${standby} health down`,
    `enable health primary/${standby}`,
    `set server primary/${standby} weight 1`,
  );
  const refused = Object.fromEntries(writers.refused);
  if (!refused[UNAVAILABLE]) throw new Error('no call was refused while the address led to a standby');
  return { refused, back: back === null ? -1 : Math.round(back / 100) / 10 };
}
