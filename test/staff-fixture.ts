import { hotp, totpStep } from '#server/platform/totp.ts';
import type { AnyEndpoint, CallInput } from '#shared/kit/http/endpoint.ts';
import type { StaffRole } from '#shared/people/rules/staff-permissions.ts';
import * as staff from '#shared/people/staff.ts';
import * as calls from '#shared/people/staff-sessions.ts';
import type { FakeMailServer } from './fake-mail-server.ts';
import type { TestResponse } from './http-client.ts';
import { createOperatorClient } from './operator-client.ts';
import type { TestApp } from './test-app.ts';
import { uniqueText } from './unique-text.ts';

/** A browser of the staff: keeps the session's cookie, sends the Origin of our pages. */
export interface StaffBrowser {
  call<E extends AnyEndpoint>(
    endpoint: E,
    input?: CallInput<E> & { headers?: Record<string, string> },
  ): Promise<TestResponse<E>>;
  /** Value of the cookie; null without one. */
  cookie: string | null;
}

/** Opens a browser without a session. */
export function openStaffBrowser(app: TestApp): StaffBrowser {
  const { origin } = new URL(app.server.deps.config.CONSOLE_URL);
  const browser: StaffBrowser = {
    cookie: null,
    async call(endpoint, { headers, ...input } = {}) {
      const sent = { origin, ...(browser.cookie && { cookie: `remito_staff=${browser.cookie}` }), ...headers };
      const answer = await app.call(endpoint, { ...(input as CallInput<typeof endpoint>), headers: sent });
      const set = /^remito_staff=([^;]*);/.exec(answer.headers.get('set-cookie') ?? '');
      if (set) browser.cookie = set[1] || null;
      return answer;
    },
  };
  return browser;
}

/** An authenticator app: decodes the Base32 secret and shows codes. */
export function createAuthenticator(secret: string) {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  return { secret, code: (at: Date) => hotp(bytes, totpStep(at)) };
}

let counter = 0;

/** Returns a new e-mail. */
export const staffEmail = (): string => `persona.${String(counter++).padStart(5, '0')}@provider.example`;

/** Returns a name that nobody of the staff has. */
export const staffName = (): string => uniqueText('Ana Paz ');

/** Password of the staff in tests. */
export const STAFF_PASSWORD = 'un mate amargo a las seis';

/** Token of the newest invitation that a person received. */
export async function invitationToken(mail: FakeMailServer, email: string, count = 1): Promise<string> {
  const letters = await mail.mailsTo(email, count);
  return /\/invitacion\/([\w-]+)/.exec(letters.at(-1)?.text ?? '')?.[1] ?? '';
}

/** Token of the nth link to set a password that a person received. */
export async function passwordToken(mail: FakeMailServer, email: string, nth = 1): Promise<string> {
  for (let count = nth; ; count++) {
    const letters = await mail.mailsTo(email, count);
    const tokens = letters.flatMap(({ text }) => /\/contrasena\/([\w-]+)/.exec(text)?.[1] ?? []);
    const token = tokens[nth - 1];
    if (token) return token;
  }
}

export interface Person {
  id: number;
  email: string;
  name: string;
  browser: StaffBrowser;
  authenticator: ReturnType<typeof createAuthenticator>;
  backupCodes: string[];
}

/** Waits until a person's invitation says that its mail was sent: after that, only calls change it. */
export async function invitationMailed(app: TestApp, email: string): Promise<void> {
  for (;;) {
    const sent = await app.owner(
      `SELECT FROM staff_invitations i JOIN staff s ON s.id = i.staff_id WHERE s.email = $1 AND i.mail_sent_at IS NOT NULL`,
      [email],
    );
    if (sent.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Invites a person with the operator's key and accepts the invitation. The session lacks its second factor. */
export async function acceptAs(app: TestApp, mail: FakeMailServer, role: StaffRole) {
  const email = staffEmail();
  const invited = await createOperatorClient(app)(staff.inviteStaff, { body: { email, role } });
  const token = await invitationToken(mail, email);
  await invitationMailed(app, email);
  const browser = openStaffBrowser(app);
  const name = staffName();
  const accepted = await browser.call(calls.acceptStaffInvitation, { body: { token, name, password: STAFF_PASSWORD } });
  if (accepted.status !== 200) throw new Error(`the invitation was refused: ${JSON.stringify(accepted.body)}`);
  return { id: invited.body.results.id, email, name, browser, token };
}

/** Invites a person, accepts, and sets up the second factor. The code that confirms it is of the moment `at`. */
export async function hire(app: TestApp, mail: FakeMailServer, role: StaffRole, at = new Date()): Promise<Person> {
  const { id, email, name, browser } = await acceptAs(app, mail, role);
  const begun = await browser.call(calls.beginFactor, { body: {} });
  const authenticator = createAuthenticator(begun.body.results.secret);
  const confirmed = await browser.call(calls.confirmFactor, { body: { code: authenticator.code(at) } });
  if (confirmed.status !== 200) throw new Error(`the factor was refused: ${JSON.stringify(confirmed.body)}`);
  return { id, email, name, browser, authenticator, backupCodes: confirmed.body.results.backup_codes };
}

/** Logs a person in at a terminal, by the first backup code. @returns the session's token */
export async function terminalToken(
  app: TestApp,
  { email, backupCodes, password = STAFF_PASSWORD }: Pick<Person, 'email' | 'backupCodes'> & { password?: string },
): Promise<string> {
  const body = { email, password, terminal: true };
  const half = await app.call(calls.staffLogin, { body });
  const token = half.body.results.token ?? '';
  const completed = await app.call(calls.staffLoginCode, { token, body: { code: backupCodes[0] ?? '' } });
  return completed.body.results.token ?? '';
}
