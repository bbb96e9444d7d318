import { expect, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '#server/demo/accounts.ts';
import { KeyboardUser } from './keyboard-user.ts';

/** Logs a person of the demonstration's staff in by keyboard, at a page of the console. @param name 'mesa', 'admin' … */
export async function openConsoleAs(page: Page, name: string, path: string): Promise<KeyboardUser> {
  const user = new KeyboardUser(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: 'Consola del personal' })).toBeVisible();
  await user.write(page.getByLabel('Email'), `${name}@remito.example`);
  await user.write(page.getByLabel('Contraseña', { exact: true }), DEMO_PASSWORD);
  await user.press('Enter');
  return user;
}
