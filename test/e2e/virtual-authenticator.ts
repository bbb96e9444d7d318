import type { CDPSession, Page } from '@playwright/test';

/** Chromium's virtual authenticator (CDP domain WebAuthn) of a page: it answers every question at once, as if touched. */
export interface VirtualAuthenticator {
  /** Moves the authenticator's passkeys to the authenticator of another page. */
  moveTo: (page: Page) => Promise<VirtualAuthenticator>;
  /** Sets the counter of all its passkeys. */
  setCounter: (counter: number) => Promise<void>;
  /** Makes the person cancel every question, or answer again. */
  setCancels: (cancels: boolean) => Promise<void>;
}

const OPTIONS = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Adds a virtual authenticator to a page. */
export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: OPTIONS });
  return control(cdp, authenticatorId);
}

function control(cdp: CDPSession, authenticatorId: string): VirtualAuthenticator {
  const credentials = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    async moveTo(page) {
      const other = await page.context().newCDPSession(page);
      await other.send('WebAuthn.enable');
      const added = await other.send('WebAuthn.addVirtualAuthenticator', { options: OPTIONS });
      for (const credential of await credentials()) {
        await other.send('WebAuthn.addCredential', { authenticatorId: added.authenticatorId, credential });
      }
      return control(other, added.authenticatorId);
    },
    async setCounter(counter) {
      for (const credential of await credentials()) {
        await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId });
        await cdp.send('WebAuthn.addCredential', {
          authenticatorId,
          credential: { ...credential, signCount: counter },
        });
      }
    },
    async setCancels(cancels) {
      // An unverified person is refused by an authenticator that asks for a PIN; without presence nothing is signed.
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: !cancels });
    },
  };
}
