import type { Generated, GeneratedAlways } from 'kysely';

/** Clients, their users and sessions, and what is kept of single calls. */
export interface AccessTables {
  terms: TermsTable;
  clients: ClientsTable;
  users: UsersTable;
  user_directory: UserDirectoryTable;
  sessions: SessionsTable;
  session_directory: SessionDirectoryTable;
  one_time_tokens: OneTimeTokensTable;
  token_directory: TokenDirectoryTable;
  throttles: ThrottlesTable;
  idempotency_keys: IdempotencyKeysTable;
  dev_mailbox: DevMailboxTable;
  operator_keys: OperatorKeysTable;
}

interface TermsTable {
  id: GeneratedAlways<number>;
  text: string;
  created_at: Generated<Date>;
}

interface ClientsTable {
  client_id: Generated<number>;
  razon_social: string;
  nombre_empresa: string;
  cuit: string;
  prepago: Generated<boolean>;
  logistica_inversa: Generated<boolean>;
  fulfillment: Generated<boolean>;
  terms_accepted: Generated<number | null>;
  terms_accepted_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

interface UsersTable {
  client_id: number;
  id: Generated<number>;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  password_hash: string;
  password_epoch: Generated<number>;
  activated_at: Generated<Date | null>;
  registrations: Generated<number>;
  created_at: Generated<Date>;
}

interface UserDirectoryTable {
  username_norm: string;
  email_norm: string;
  client_id: number;
  user_id: number;
}

interface SessionsTable {
  client_id: number;
  id: string;
  user_id: number;
  password_epoch: number;
  created_at: Generated<Date>;
  last_seen_at: Generated<Date>;
  expires_at: Date;
  revoked_at: Generated<Date | null>;
}

interface SessionDirectoryTable {
  id: string;
  client_id: number;
}

interface OneTimeTokensTable {
  client_id: number;
  hash: Buffer;
  user_id: number;
  purpose: string;
  created_at: Generated<Date>;
  expires_at: Date;
  used_at: Generated<Date | null>;
}

interface TokenDirectoryTable {
  hash: Buffer;
  client_id: number;
}

interface ThrottlesTable {
  key: string;
  failures: number;
  window_ends_at: Date;
  blocked_until: Date;
}

interface IdempotencyKeysTable {
  client_id: number;
  key: string;
  call: string;
  body_hash: Buffer;
  answer: unknown;
  created_at: Generated<Date>;
}

interface DevMailboxTable {
  id: GeneratedAlways<number>;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  sent_at: Generated<Date>;
}

interface OperatorKeysTable {
  id: GeneratedAlways<number>;
  name: string;
  hash: Buffer;
  created_at: Generated<Date>;
  last_used_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
}
