import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '#test/trials/cluster.ts';
import { docsSnippet } from '#test/trials/docs-snippets.ts';
import { until } from '#test/trials/processes.ts';
import type { Machine, Machines } from './machines.ts';

/** What happens to the database machines. */
export type EventKind = 'machine' | 'postmaster' | 'switchover' | 'freeze';

/** A way to lose the primary. */
export interface FailoverEvent {
  what: string;
  /** How many a full trial has. */
  full: number;
  /** Most seconds without an acknowledged write. */
  limit: number;
  /**
   * Makes it happen. Resolves as soon as it has taken effect.
   *
   * @returns what heals the machine, with the number of writes that the former primary accepted meanwhile
   */
  happen(machines: Machines, primary: Machine): Promise<() => Promise<number>>;
}

/** For how long a machine is frozen, in ms: longer than `ttl` of docs/samples/patroni.yml, with what a new primary takes. */
const FROZEN_MS = 35_000;

/** Time for which writes are sent to a thawed machine, in ms. */
const ASKED_MS = 10_000;

export const EVENTS: Readonly<Record<EventKind, FailoverEvent>> = {
  machine: {
    what: 'all processes of the primary’s machine are killed',
    full: 20,
    limit: 35,
    async happen(_machines, primary) {
      await primary.kill();
      return async () => {
        await sleep(1000);
        await primary.start();
        return 0;
      };
    },
  },
  postmaster: {
    what: 'the primary’s postmaster is killed',
    full: 10,
    limit: 35,
    async happen(_machines, primary) {
      process.kill(await primary.postmaster(), 'SIGKILL');
      // Its server processes notice within a second, and may finish a transaction before.
      await sleep(1000);
      return async () => 0;
    },
  },
  switchover: {
    what: 'switchover',
    full: 10,
    limit: 10,
    async happen(machines) {
      await machines.command(await printedCommand('switchover'));
      return async () => 0;
    },
  },
  freeze: {
    what: `the primary’s machine is frozen for ${FROZEN_MS / 1000} s`,
    full: 5,
    limit: 35,
    async happen(machines, primary) {
      primary.freeze();
      const thaws = sleep(FROZEN_MS);
      return async () => {
        await thaws;
        await until(async () => ((await machines.primary()) ?? primary) !== primary, 60_000);
        primary.thaw();
        return writesOn(primary);
      };
    },
  },
};

/** Returns the printed command with a word. */
export async function printedCommand(word: string): Promise<string> {
  const block = await docsSnippet('docs/run.md', 'Three database machines', word);
  return block.split('\n').find((line) => line.includes(word)) ?? '';
}

/** Tries to write on a machine without HAProxy, as the product would. @returns the number of acknowledged writes */
async function writesOn(machine: Machine): Promise<number> {
  let accepted = 0;
  const write = async () => {
    const name = `probe_${Math.random().toString(36).slice(2)}`;
    await ask({ ...machine.login('remito_owner'), query_timeout: 2000 }, `CREATE TABLE ${name} (); DROP TABLE ${name}`);
    accepted++;
  };
  for (const end = Date.now() + ASKED_MS; Date.now() < end; ) {
    await Promise.all(Array.from({ length: 4 }, () => write().catch(() => {})));
    await sleep(100);
  }
  return accepted;
}
