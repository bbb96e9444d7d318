import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Config } from '#server/config/config.ts';
import { Failure } from '#shared/kit/http/failure.ts';
import { MINUTE_MS } from '#shared/kit/time-units.ts';
import {
  CHALLENGE_MINUTES,
  type CreationOptions,
  type NewPasskey,
  type PasskeyAnswer,
  type RequestOptions,
} from '#shared/people/second-factor/passkey-fields.ts';

/** Page and domain of passkeys, and the name that authenticators show. */
export type PasskeySite = Pick<Config, 'PUBLIC_URL' | 'PASSKEY_DOMAIN' | 'BRAND_NAME'>;

/** Algorithms of keys, by their COSE numbers: EdDSA, ES256, RS256. Every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257];

/** A passkey proves possession only, because the password is the other factor: a security key without a PIN suffices. */
const USER_VERIFICATION = 'discouraged';

/** A passkey as the database has it. */
export interface StoredPasskey {
  /** Base64url, chosen by the authenticator. */
  credentialId: string;
  /** COSE key. */
  publicKey: Buffer;
  /** Number of signatures; 0 for an authenticator that doesn't count. */
  counter: number;
  transports: string[];
}

/** A challenge that was taken for one answer. */
export interface TakenChallenge {
  challenge: Buffer;
  expired: boolean;
}

/** Returns the end of a challenge that is stored now. */
export const challengeEnd = (now: Date): Date => new Date(now.getTime() + CHALLENGE_MINUTES * MINUTE_MS);

/** Returns the refusal of a passkey: 422 on `passkey`. */
const refused = (message: string): Failure => new Failure(422, message, [{ field: 'passkey', message }]);

const EXPIRED = 'El pedido de la llave de acceso venció o ya se usó. Probá de nuevo';

/** Refusal of a passkey that isn't the person's, or no longer. */
export const unknownPasskey = (): Failure =>
  refused('Esta llave de acceso no está en tu cuenta. Usá otra, o un código');

/** Refusal of a passkey whose counter goes back: somebody may have copied it. */
export const copiedPasskey = (): Failure =>
  refused('Esta llave de acceso podría estar copiada: su contador volvió atrás. Entrá con un código y quitala');

const foreign = (site: PasskeySite): Failure =>
  refused(`La llave de acceso no es válida para ${new URL(site.PUBLIC_URL).origin}. Usá otra, o un código`);

const timeout = CHALLENGE_MINUTES * MINUTE_MS;

/** Returns the options with which a browser creates a passkey. @param account the person's name in the authenticator's list */
export async function passkeyCreation(
  site: PasskeySite,
  account: string,
  existing: readonly StoredPasskey[],
): Promise<CreationOptions> {
  const { challenge, rp, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: site.BRAND_NAME,
    rpID: site.PASSKEY_DOMAIN,
    userName: account,
    userDisplayName: account,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return {
    challenge,
    rp: { name: rp.name, id: site.PASSKEY_DOMAIN },
    user,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout,
    attestation: 'none',
    excludeCredentials: existing.map(descriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: USER_VERIFICATION },
  };
}

/** Returns the options with which a browser signs with one of a person's passkeys. */
export async function passkeyRequest(site: PasskeySite, passkeys: readonly StoredPasskey[]): Promise<RequestOptions> {
  const { challenge } = await generateAuthenticationOptions({ rpID: site.PASSKEY_DOMAIN });
  return {
    challenge,
    rpId: site.PASSKEY_DOMAIN,
    timeout,
    allowCredentials: passkeys.map(descriptor),
    userVerification: USER_VERIFICATION,
  };
}

const descriptor = ({ credentialId, transports }: StoredPasskey) => ({
  id: credentialId,
  type: 'public-key' as const,
  ...(transports.length > 0 && { transports }),
});

/** Returns the bytes of a challenge in options. */
export const challengeBytes = ({ challenge }: { challenge: string }): Buffer => Buffer.from(challenge, 'base64url');

/** Returns the challenge of an answer. @throws Failure 422 without one, or for an expired one */
function openChallenge(taken: TakenChallenge | null): string {
  if (!taken || taken.expired) throw refused(EXPIRED);
  return taken.challenge.toString('base64url');
}

/** Returns the challenge, origin and domain that every verification expects. */
const expectations = (site: PasskeySite, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(site.PUBLIC_URL).origin,
  expectedRPID: site.PASSKEY_DOMAIN,
  requireUserVerification: false,
});

/** Runs a verification of the library, which throws for a wrong answer. @throws Failure 422 */
async function verified<T extends { verified: boolean }>(site: PasskeySite, verify: () => Promise<T>): Promise<T> {
  const result = await verify().catch(() => null);
  if (!result?.verified) throw foreign(site);
  return result;
}

/**
 * Verifies a new passkey.
 *
 * @param taken the challenge that the session asked for last
 * @throws Failure 422 on `passkey` for an expired challenge, another page, another domain, or a wrong signature
 */
export async function verifyNewPasskey(
  site: PasskeySite,
  taken: TakenChallenge | null,
  { credential: id, client_data, attestation, transports = [] }: Omit<NewPasskey, 'name'>,
): Promise<StoredPasskey> {
  const challenge = openChallenge(taken);
  const { registrationInfo } = await verified(site, () =>
    verifyRegistrationResponse({
      ...expectations(site, challenge),
      supportedAlgorithmIDs: ALGORITHMS,
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: client_data, attestationObject: attestation },
        clientExtensionResults: {},
      },
    }),
  );
  if (!registrationInfo) throw foreign(site);
  const { credential } = registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
  };
}

/**
 * Verifies a signature by a passkey.
 *
 * @param taken the challenge that the session asked for last
 * @param stored the passkey; null for one that the person doesn't have
 * @returns the new counter
 * @throws Failure 422 on `passkey`
 */
export async function verifyPasskeyAnswer(
  site: PasskeySite,
  taken: TakenChallenge | null,
  stored: StoredPasskey | null,
  { credential: id, client_data, authenticator_data, signature }: PasskeyAnswer,
): Promise<number> {
  const challenge = openChallenge(taken);
  if (!stored) throw unknownPasskey();
  const { authenticationInfo } = await verified(site, () =>
    verifyAuthenticationResponse({
      ...expectations(site, challenge),
      // The counter is compared when it is stored, under a lock.
      credential: { id, publicKey: new Uint8Array(stored.publicKey), counter: 0 },
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
        clientExtensionResults: {},
      },
    }),
  );
  return authenticationInfo.newCounter;
}

/** Whether a counter may follow a stored one: it grows, or the authenticator doesn't count. */
export const counterFollows = (counter: number, stored: number): boolean =>
  counter > stored || (counter === 0 && stored === 0);
