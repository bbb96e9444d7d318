import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Finding, finding } from '#test/trials/report.ts';
import { EVENTS, type EventKind } from './events.ts';

/** Result of an event. */
export interface EventResult {
  kind: EventKind;
  /** Machine that was the primary, and whether it led etcd, too. */
  from: string;
  to: string;
  /** Longest time in s without an acknowledged write. */
  silent: number;
  /** Duration of the event in s, with its preparation and checks. */
  took: number;
  acknowledged: number;
  /** Acknowledged orders that don't exist, orders that exist twice, and repeated calls with another answer. */
  lost: number;
  doubled: number;
  changed: number;
  /** Responses other than 200, by status and message. */
  refused: Record<string, number>;
  /** Writes that the former primary acknowledged. */
  wrongly: number;
  /** Live streams that received the next change, of ten. */
  streams: number;
  /** Orders of the bulk upload, of `ROWS`. */
  uploaded: number;
  /** Seconds from the event to the mail of a registration; null if it didn't arrive. */
  mail: number | null;
  /** Web nodes and workers that ended by themselves. */
  ended: number;
}

/** Rows of the bulk upload during each event. */
export const ROWS = 600;

/** Results of all commands, so that a stopped one is continued by the next one. */
export interface FailoverResults {
  events: EventResult[];
  /** Seconds until the first write after the address led to a standby for a while; -1 if it didn't come. */
  standby: { refused: Record<string, number>; back: number } | null;
}

/** File of the results; `FAILOVER_RESULTS` names another one. */
export const resultsPath = (): string =>
  resolve(process.env.FAILOVER_RESULTS || join('.data', 'failover-results', 'results.json'));

export async function readResults(path: string): Promise<FailoverResults> {
  return existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : { events: [], standby: null };
}

export async function writeResults(path: string, results: FailoverResults): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(results, null, 2)}\n`);
}

/** Numbers of the wanted events. `FAILOVER_ROUNDS=machine:2,freeze:1` asks for fewer. @throws on anything else */
export function wantedRounds(text = process.env.FAILOVER_ROUNDS ?? ''): Record<EventKind, number> {
  const kinds = Object.keys(EVENTS) as EventKind[];
  const wanted = Object.fromEntries(kinds.map((kind) => [kind, text ? 0 : EVENTS[kind].full]));
  for (const part of text.split(',').filter(Boolean)) {
    const [, kind = '', count] = /^(\w+):(\d+)$/.exec(part) ?? [];
    if (!(kind in EVENTS)) throw new Error(`FAILOVER_ROUNDS is a list of ${kinds.join(':N,')}:N`);
    wanted[kind] = Number(count);
  }
  return wanted as Record<EventKind, number>;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const range = (numbers: readonly number[]) =>
  numbers.length === 0 ? '–' : `${Math.min(...numbers).toFixed(1)} to ${Math.max(...numbers).toFixed(1)}`;

/** Returns the table of the results. @param unavailable what every refused call must be */
export function findingsOf({ events, standby }: FailoverResults, unavailable: string): Finding[] {
  const found: Finding[] = [];
  for (const kind of Object.keys(EVENTS) as EventKind[]) {
    const its = events.filter((one) => one.kind === kind);
    if (its.length === 0) continue;
    const silent = its.map((one) => one.silent);
    const { what, limit } = EVENTS[kind];
    found.push(finding(`${what}: times`, its.length, true));
    found.push(finding('… seconds without an acknowledged write', range(silent), Math.max(...silent) <= limit));
  }
  const all = <K extends 'lost' | 'doubled' | 'changed' | 'wrongly' | 'ended' | 'acknowledged'>(key: K) =>
    sum(events.map((one) => one[key]));
  const refusals = [...events, ...(standby ? [standby] : [])].flatMap(({ refused }) => Object.entries(refused));
  const wrong = refusals.filter(([said]) => said !== unavailable);
  const others = wrong.map(([said, times]) => `${said}: ${times}`).join('; ');
  const zero = (what: string, key: Parameters<typeof all>[0]) => finding(what, all(key), all(key) === 0);
  const mails = events.flatMap(({ mail }) => mail ?? []);
  return [
    ...found,
    finding('acknowledged orders', all('acknowledged'), true),
    zero('… lost', 'lost'),
    zero('… doubled', 'doubled'),
    zero('… answered with another id when repeated', 'changed'),
    zero('writes that a former primary acknowledged', 'wrongly'),
    finding(
      'calls refused with 503 and a message',
      sum(refusals.map(([, times]) => times)) - sum(wrong.map(([, times]) => times)),
      true,
    ),
    finding('calls refused otherwise', sum(wrong.map(([, times]) => times)), wrong.length === 0, others),
    zero('nodes that ended', 'ended'),
    finding(
      'live streams that received the next change',
      `${sum(events.map(({ streams }) => streams))} of ${events.length * 10}`,
      events.every(({ streams }) => streams === 10),
    ),
    finding(
      'orders of the bulk uploads',
      `${sum(events.map(({ uploaded }) => uploaded))} of ${events.length * ROWS}`,
      events.every(({ uploaded }) => uploaded === ROWS),
    ),
    finding(
      'mails of registrations: arrived, seconds',
      `${mails.length} of ${events.length}, ${range(mails)}`,
      mails.length === events.length,
    ),
    ...(standby
      ? [
          finding(
            'the address leads to a standby and back: seconds to the first write',
            standby.back,
            standby.back >= 0 && standby.back <= 5,
          ),
        ]
      : []),
  ];
}
