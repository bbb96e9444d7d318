import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import { staffHasFactor } from '#server/people/domain/second-factor/has-factor.store.ts';
import type { Day } from '#shared/kit/days.ts';
import type { SetupCheck } from '#shared/provider/staff-setup.ts';

/** Whether the provider has entered the data of its first steps. */
export type SetupData = Record<'administrator' | 'terms' | 'tariff' | 'pickup_points', boolean>;

const READ_SETUP_DATA: Statement<SetupData> = statement(
  'setup.read-setup-data',
  `SELECT EXISTS (
     SELECT FROM staff s WHERE role = 'admin' AND activated_at IS NOT NULL AND suspended_at IS NULL
       AND ${staffHasFactor('s')}
   ) AS administrator,
   EXISTS (SELECT FROM terms) AS terms, EXISTS (SELECT FROM tariffs WHERE valid_from <= $1) AS tariff,
   EXISTS (SELECT FROM pickup_points WHERE active) AS pickup_points`,
);

/** Reads which data are entered. @param day only tariffs that are valid on this day count */
export async function readSetupData(trx: Trx, day: Day): Promise<SetupData> {
  return runOne(trx, READ_SETUP_DATA, [day]);
}

/** What is tested: the mail server, and the payment provider. */
export type TestedService = 'mail' | 'payments';

const READ_SETUP_CHECKS: Statement<SetupCheck & { name: TestedService }> = statement(
  'setup.read-setup-checks',
  `SELECT name, wire_time(asked_at) AS asked_at, wire_time(passed_at) AS passed_at, problem FROM setup_checks`,
  { nullable: ['passed_at'] },
);

/** Reads the latest test of each service; none for a service that was never tested. */
export async function readSetupChecks(trx: Trx): Promise<Partial<Record<TestedService, SetupCheck>>> {
  const rows = await run(trx, READ_SETUP_CHECKS);
  return Object.fromEntries(rows.map(({ name, ...check }) => [name, check]));
}

/** Stores that a test begins. @param recipient address of its mail */
export async function beginCheck(
  trx: Trx,
  name: TestedService,
  { now, recipient = null }: { now: Date; recipient?: string | null },
): Promise<void> {
  await execute(
    trx,
    `INSERT INTO setup_checks (name, recipient, asked_at) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET recipient = excluded.recipient, asked_at = excluded.asked_at, problem = NULL`,
    [name, recipient, now],
  );
}

const RECIPIENT_OF_MAIL_TEST = statement(
  'setup.recipient-of-mail-test',
  `SELECT recipient FROM setup_checks WHERE name = 'mail'`,
);

/** Reads who receives the mail of the latest test. */
export async function recipientOfMailTest(trx: Trx): Promise<string | null> {
  const [row] = await run(trx, RECIPIENT_OF_MAIL_TEST);
  return row?.recipient ?? null;
}

/** Stores the result of the latest test. @param problem null for a success */
export async function finishCheck(trx: Trx, name: TestedService, problem: string | null, now: Date): Promise<void> {
  await execute(
    trx,
    `UPDATE setup_checks SET problem = $2, passed_at = CASE WHEN $2::text IS NULL THEN $3 ELSE passed_at END
     WHERE name = $1`,
    [name, problem, now],
  );
}
