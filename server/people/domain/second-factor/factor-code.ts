import type { Deps } from '#server/integrations/deps.ts';
import { refusedField } from '#server/platform/http/response/refused-field.ts';
import { createSecretEncryption, type SecretEncryption } from '#server/platform/secrets/encryption.ts';
import { accountOf, type Principal } from '#server/platform/secrets/principal.ts';
import { base32, generateTotpSecret, matchingTotpStep, totpUri } from '#server/platform/secrets/totp.ts';
import type { Failure } from '#shared/kit/http/failure.ts';
import { formatTimestamp } from '#shared/kit/text/format.ts';
import { backupCodeHash } from './backup-code.ts';

/** Returns the encryption of second factors' secrets. */
export const secretEncryption = ({ config }: Pick<Deps, 'config'>): SecretEncryption =>
  createSecretEncryption(config.SECRETS_KEY, config.SECRETS_KEY_PREVIOUS);

/** Use of an encrypted secret: a secret of one person can't be read as another's. */
export const secretUse = (principal: Principal): string => `totp ${accountOf(principal)}`;

/** Returns the refusal of a code: 422 on the field `code`. */
export const wrongCode = (message: string): Failure => refusedField('code', message);

const USED = 'Ese código ya se usó. Esperá el próximo';

/** A code of the authenticator app; all others are backup codes. */
const APP_CODE = /^\d{6}$/;

/** Returns the message for a wrong code, with the server's time, because a phone's wrong clock makes wrong codes. */
function wrongMessage(code: string, now: Date): string {
  if (!APP_CODE.test(code)) return 'El código de respaldo no es correcto o ya se usó';
  const [, time = ''] = formatTimestamp(now.toISOString()).split(' ');
  return `El código no es correcto. Verificá que tu teléfono tenga la hora exacta: son las ${time}`;
}

/** A new secret for an authenticator app. */
export interface NewSecret {
  /** For the database. */
  encrypted: Buffer;
  /** For the person: Base32 text, and the address that a QR code contains. */
  shown: { secret: string; uri: string };
}

/** @param use whose secret it is: another person's row can't be decrypted with it. @param account name in the app's list */
export function generateSecret(deps: Pick<Deps, 'config'>, use: string, account: string): NewSecret {
  const secret = generateTotpSecret();
  const shown = { secret: base32(secret), uri: totpUri(deps.config.BRAND_NAME, account, secret) };
  return { encrypted: secretEncryption(deps).encrypt(secret, use), shown };
}

/** Returns the time step of a code that confirms a new secret. @throws Failure 422 on `code` */
export function confirmedStep(deps: Pick<Deps, 'config' | 'clock'>, secret: Buffer, use: string, code: string): number {
  const now = deps.clock();
  const step = matchingTotpStep(secretEncryption(deps).decrypt(secret, use), code, now);
  if (step === null) throw wrongCode(wrongMessage(code, now));
  return step;
}

/** The second factor of a person whose row is locked until the transaction ends. */
export interface LockedFactor {
  /** Confirmed secret, encrypted; null without a second factor. */
  secret: Buffer | null;
  /** Use that the secret is encrypted for. */
  use: string;
  /** Time step of the last accepted code. */
  lastStep: number | null;
  writeStep: (step: number) => Promise<void>;
  /** Marks an unused backup code as used. @returns whether there was one */
  spendBackupCode: (hash: Buffer) => Promise<boolean>;
}

/** Marks a code of the authenticator app or a backup code as used. @returns its kind. @throws Failure 422 on `code` */
export async function consumeCode(
  deps: Pick<Deps, 'config' | 'clock'>,
  { secret, use, lastStep, writeStep, spendBackupCode }: LockedFactor,
  code: string,
): Promise<'app' | 'backup'> {
  if (!secret) throw wrongCode('Todavía no configuraste tu segundo paso');
  if (!APP_CODE.test(code)) {
    if (await spendBackupCode(backupCodeHash(code))) return 'backup';
    throw wrongCode(wrongMessage(code, deps.clock()));
  }
  const step = confirmedStep(deps, secret, use, code);
  if (lastStep !== null && step <= lastStep) throw wrongCode(USED);
  await writeStep(step);
  return 'app';
}
