import { DEMO_PASSWORD } from '#server/demo/accounts.ts';
import { demoStaff } from '#server/demo/demo-staff.ts';
import { CONSOLE_SCREEN_NAMES, type ConsoleScreenName, consolePath } from '#test/e2e/console-screens.ts';
import { logInToConsole } from '#test/e2e/enter-console.ts';
import { type Entry, fillLogin } from './entry.ts';

const EMAILS = demoStaff.map(({ email }) => email);

const ADMIN = 'admin@remito.example';

/** The staff's console. After as many turns as there are people, everybody has visited every page. */
export const consoleEntry: Entry = {
  richest: ADMIN,
  visitsOf: (turn) =>
    CONSOLE_SCREEN_NAMES.map((screen, index) => ({
      screen,
      username: EMAILS[(index + turn) % EMAILS.length] ?? ADMIN,
    })),
  async enter(page, email) {
    const refusal = await logInToConsole(page, email);
    // Somebody whom an earlier walk suspended walks on the login.
    if (refusal && refusal !== 'suspended') throw new Error(`the login of ${email} was refused: ${refusal}`);
    await page.goto('/consola');
    await page.locator('h1').first().waitFor();
  },
  pathIn: (page, screen) => consolePath(page, screen as ConsoleScreenName).catch(() => null),
  isAtLogin: (page) => page.getByRole('button', { name: 'Entrar' }).isVisible(),
  logIn: (page, email) => fillLogin(page, 'Email', email, DEMO_PASSWORD),
  async expire(page) {
    if (!page.url().startsWith('http')) return;
    const { origin } = new URL(page.url());
    await page.request.post('/api/ops/v1/logout', { headers: { origin }, data: {} });
  },
};
