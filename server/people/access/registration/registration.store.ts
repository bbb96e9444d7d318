import { execute, run, runOne, type Trx } from '#server/db/connection.ts';
import { statement } from '#server/db/statement.ts';
import type { UserKey } from '#server/people/domain/user-key.ts';
import type { StreetAddress } from '#shared/orders/address.ts';
import { DEFAULT_LABEL_SETTINGS } from '#shared/orders/rules/label-settings.ts';

/** A registration, or a client that the provider creates, with its password hashed and its CUIT as eleven digits. */
export interface NewAccount {
  firstName: string;
  lastName: string;
  phone: string;
  email: string;
  username: string;
  passwordHash: string;
  razonSocial: string;
  companyName: string;
  cuit: string;
  /** False for a registration that the provider has to approve. */
  approved: boolean;
  prepaid: boolean;
  reverse: boolean;
  fulfillment: boolean;
  /** False for an owner whom the provider invites: no registration replaces the account. */
  registered: boolean;
  /** Null for a client that adds its collection address later. */
  address: StreetAddress | null;
}

/** An account that its owner registers. */
export interface RegisteredAccount extends NewAccount {
  address: StreetAddress;
}

const LOCK_NEW_CUIT = statement('registration.lock-new-cuit', 'SELECT lock_cuit($1) AS client_id', {
  nullable: ['client_id'],
});

/** Locks a CUIT until the transaction ends. @returns the id of an approved client with it, or null */
export async function lockNewCuit(trx: Trx, cuit: string): Promise<number | null> {
  const [row] = await run(trx, LOCK_NEW_CUIT, [cuit]);
  return row?.client_id ?? null;
}

const READ_COMPANY_NAME = statement(
  'registration.read-company-name',
  'SELECT nombre_empresa AS name FROM clients WHERE client_id = $1',
);

/** Reads the name of a company. */
export async function readCompanyName(trx: Trx, clientId: number): Promise<string> {
  const [row] = await run(trx, READ_COMPANY_NAME, [clientId]);
  return row?.name ?? '';
}

const NEXT_CLIENT_ID = statement('registration.next-client-id', 'SELECT next_id() AS id');

/** Reserves the id of a new client. Row-level security needs the id before the first row is written. */
export async function nextClientId(trx: Trx): Promise<number> {
  const { id } = await runOne(trx, NEXT_CLIENT_ID);
  return id;
}

const INSERT_ACCOUNT = statement(
  'registration.insert-account',
  `INSERT INTO users (client_id, email, created_at, registrations, username, first_name, last_name, phone, password_hash)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
);

/** Inserts client, user, main collection address and print settings. @returns the user's id */
export async function insertAccount(trx: Trx, clientId: number, account: NewAccount, now: Date): Promise<number> {
  await execute(
    trx,
    `INSERT INTO clients (client_id, razon_social, nombre_empresa, cuit, prepago, approved_at, created_at, logistica_inversa,
       fulfillment) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      clientId,
      account.razonSocial,
      account.companyName,
      account.cuit,
      account.prepaid,
      account.approved ? now : null,
      now,
      account.reverse,
      account.fulfillment,
    ],
  );
  const { id } = await runOne(trx, INSERT_ACCOUNT, [
    clientId,
    account.email,
    now,
    account.registered ? 1 : 0,
    ...userValues(account),
  ]);
  if (account.address) {
    await execute(
      trx,
      `INSERT INTO sender_addresses (client_id, main_address, created_at, ${ADDRESS.join(', ')})
       VALUES ($1, true, $2, ${ADDRESS.map((_, index) => `$${index + 3}`).join(', ')})`,
      [clientId, now, ...addressValues(account.address)],
    );
  }
  const { default_format, default_label_size, labels_per_page } = DEFAULT_LABEL_SETTINGS;
  await execute(
    trx,
    'INSERT INTO print_configs (client_id, default_format, default_label_size, labels_per_page) VALUES ($1, $2, $3, $4)',
    [clientId, default_format, default_label_size, labels_per_page],
  );
  return id;
}

/**
 * Replaces the registration of an account that isn't activated yet, and counts it. The provider decides about the new
 * one again.
 *
 * @returns false for an active account and for an invited owner's, which stay unchanged
 */
export async function replaceAccount(
  trx: Trx,
  { clientId, userId }: UserKey,
  account: RegisteredAccount,
  now: Date,
): Promise<boolean> {
  const replaced = await execute(
    trx,
    `UPDATE users SET username = $3, first_name = $4, last_name = $5, phone = $6, password_hash = $7,
       registrations = registrations + 1
     WHERE client_id = $1 AND id = $2 AND activated_at IS NULL AND registrations > 0`,
    [clientId, userId, ...userValues(account)],
  );
  if (replaced === 0) return false;
  await execute(trx, 'UPDATE clients SET razon_social = $2, nombre_empresa = $3, cuit = $4 WHERE client_id = $1', [
    clientId,
    account.razonSocial,
    account.companyName,
    account.cuit,
  ]);
  await execute(trx, 'SELECT restart_approval($1, $2, $3, $4)', [clientId, account.approved, account.prepaid, now]);
  await execute(
    trx,
    `UPDATE sender_addresses SET ${ADDRESS.map((column, index) => `${column} = $${index + 2}`).join(', ')}
     WHERE client_id = $1 AND main_address`,
    [clientId, ...addressValues(account.address)],
  );
  return true;
}

const ADDRESS = [
  'street_name',
  'street_number',
  'floor',
  'apartment',
  'neighborhood_name',
  'zip_code',
  'city',
  'state',
  'other_info',
] as const satisfies readonly (keyof StreetAddress)[];

const addressValues = (address: StreetAddress) => ADDRESS.map((column) => address[column]);

const userValues = ({ username, firstName, lastName, phone, passwordHash }: NewAccount) => [
  username,
  firstName,
  lastName,
  phone,
  passwordHash,
];
