import { expect } from 'vitest';
import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import type { TestApp } from '#test/app/test-app.ts';
import { tokenIn } from '#test/fixtures/sender-factory.ts';
import type { FakeMailServer } from '#test/services/fake-mail-server.ts';

/**
 * Makes a call of the staff that changes a user's access.
 *
 * @returns a body with the code of the mailed link by which the user stops the change
 */
export async function stopCode(
  { app, mail }: { app: TestApp; mail: FakeMailServer },
  endpoint: AnyEndpoint,
  input: CallInput<AnyEndpoint> | undefined,
): Promise<{ body: { token: string } }> {
  const links = () => mail.mails.filter(({ text }) => /\/detener-(recuperacion|correccion)\//.test(text));
  const before = links().length;
  await app.call(endpoint, { ...input });
  await expect.poll(() => links().length).toBeGreaterThan(before);
  return { body: { token: tokenIn(links().at(-1)) } };
}
