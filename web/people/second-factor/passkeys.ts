import type {
  CreationOptions,
  NewPasskey,
  PasskeyAnswer,
  RequestOptions,
} from '#shared/people/second-factor/passkey-fields.ts';
import { asApiError } from '#web/kit/call/api-error.ts';

// The library is loaded only when a passkey is used: few logins need it.
const library = () => import('@simplewebauthn/browser');

/** Whether the browser knows passkeys, on a page of https or localhost. */
export const passkeysSupported = (): boolean => typeof window.PublicKeyCredential === 'function';

/** The browser or the person refused. `message` is Spanish and may be shown. */
class PasskeyError extends Error {
  override readonly name = 'PasskeyError';
}

const REFUSALS: Record<string, string> = {
  NotAllowedError: 'No se usó ninguna llave de acceso: se canceló, o pasó demasiado tiempo',
  AbortError: 'No se usó ninguna llave de acceso: se canceló',
  InvalidStateError: 'Esta llave de acceso ya está en tu cuenta',
  SecurityError: 'Esta dirección no admite llaves de acceso. Abrí el portal en su dirección de siempre',
};

/** Runs the browser's dialog. @throws PasskeyError if it gives no passkey */
async function ceremony<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // The library wraps the browser's error.
    const { name = '', cause } = error as { name?: string; cause?: { name?: string } };
    throw new PasskeyError(
      REFUSALS[cause?.name ?? name] ?? 'El navegador no pudo usar la llave de acceso. Probá de nuevo',
    );
  }
}

/** Returns what to show for a failure of a passkey, in the browser or in a call. */
export const passkeyFailure = (error: unknown): string =>
  error instanceof PasskeyError ? error.message : asApiError(error).firstMessage;

/** Asks the person to create a passkey. @throws PasskeyError */
export async function createPasskey(options: CreationOptions): Promise<Omit<NewPasskey, 'name'>> {
  const { startRegistration } = await library();
  const { id, response } = await ceremony(() => startRegistration({ optionsJSON: asJson(options) }));
  const transports = response.transports ?? [];
  return { credential: id, client_data: response.clientDataJSON, attestation: response.attestationObject, transports };
}

/** Asks the person to sign with a passkey. @throws PasskeyError */
export async function signByPasskey(options: RequestOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library();
  const { id, response } = await ceremony(() => startAuthentication({ optionsJSON: asJson(options) }));
  const { clientDataJSON, authenticatorData, signature } = response;
  return { credential: id, client_data: clientDataJSON, authenticator_data: authenticatorData, signature };
}

/** The library names the ways to reach an authenticator that it knows; browsers ignore others. */
const asJson = <T>(options: unknown) => options as T;
